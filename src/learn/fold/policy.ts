/**
 * All numbers in the life of a rule. Confidence is in integer hundredths, because float sums miss the gates (0.70 −
 * 0.20 < 0.50). The steps were set by hand. Read as a Beta posterior of strength 3 they give the same gates: (2.1 + 3)
 * / 6 = 0.85 after three clean successes.
 */
export const policy = {
  /** The confidence of a new rule, hundredths. */
  baseline: { create: 70, import: 60 },
  /** The change by one judged session, hundredths. */
  step: {
    /** Followed and it worked. */
    success: 5,
    /** The same in another project than the one it was born in. */
    successElsewhere: 10,
    /** Followed and it did not work. */
    failure: -15,
    /** The second failure in a row, no success between. */
    repeatedFailure: -30,
    /** Shown, not followed, and it worked all the same: the trigger is too wide. */
    needless: -10,
    /** A person says that a newer rule changed this rule's premise. */
    premise: -15,
  },
  /** Within these a step that a bare line states is believed, hundredths. */
  statedStep: { lowest: -30, highest: 10 },
  /** Lowest confidence of each status, hundredths. A revived rule starts at `provisional`. */
  gate: { active: 85, provisional: 50 },
  /** Share of the steps done from which on a rule counts as followed, or below which as not. */
  compliance: { full: 0.8, none: 0.5 },
  /** Slots; ten is the knee of gain against harm in simulation. `trials`: at a session's start, beside the block. */
  block: { rules: 10, pinned: 3, trials: 1, unproved: 1, columns: 120, lines: 3 },
  /** The confidence an exported rule starts with where it is imported. */
  portable: { confidence: 0.6, minimum: 0.7 },
  /**
   * Expected gain of showing a rule: how often its scene occurs, times how much better following it works than not. All
   * three are shrunk towards the average of all rules.
   */
  value: {
    triggered: { hits: 1, sessions: 6 },
    pooled: { successes: 2, sessions: 4 },
    unfollowedPrior: 15,
    followedPrior: 3,
    localBonus: 0.05,
  },
} as const;
