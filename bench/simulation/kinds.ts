import { everyday, type WorldKind } from './world.js';

/** Worlds that are harder on a memory than the everyday one, or on its promises. */
export const kinds = {
  everyday,
  'a retrospective after every session': { ...everyday, sessions_per_retrospective: 1 },
  'a retrospective every 20 sessions': { ...everyday, sessions_per_retrospective: 20 },
  'easy tasks: 85 % go well anyway': {
    ...everyday,
    base_success: { ...everyday.base_success, mean: 0.85 },
  },
  'noisy judge: 20 to 25 % wrong': {
    ...everyday,
    misjudged_compliance: 0.2,
    false_success: 0.25,
    false_failure: 0.25,
  },
  'flattering judge: praises 35 % of failures': {
    ...everyday,
    false_success: 0.35,
    false_failure: 0.03,
  },
  'tasks of unequal difficulty': {
    ...everyday,
    base_success: { ...everyday.base_success, deviation: 0.25 },
  },
  'three of ten rules turn into their opposite': { ...everyday, turning: 0.3 },
  'attention is shared beyond ten rules': { ...everyday, attention: 10 },
  'one developer, 60 sessions': {
    ...everyday,
    sessions: 60,
    imports_after: [10, 30],
    imported: 10,
  },
  'hostile imports: 60 % do harm': {
    ...everyday,
    foreign: { good: 0.2, neutral: 0.2 },
    imported: 25,
  },
} satisfies Record<string, WorldKind>;
