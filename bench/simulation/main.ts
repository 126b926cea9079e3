import { ablations, keepers } from './keeper.js';
import { kinds } from './kinds.js';
import { render, renderDifferences, score } from './table.js';

const seeds = Array.from(
  { length: Number(process.argv[2] ?? (process.env.MADNESS_BENCH === 'short' ? 1 : 20)) },
  (_, index) => index + 1,
);
const { everyday, ...others } = kinds;
const { product, tenInAll, provedAlone, firstDesignJudgingAll } = keepers;

/** `node run.mjs SEEDS ablations` leaves the rest out. */
if (process.argv[3] !== 'ablations')
  for (const [name, kind] of Object.entries({ everyday, ...others })) {
    const compared =
      kind === everyday
        ? Object.values(keepers)
        : [product, tenInAll, provedAlone, firstDesignJudgingAll];
    const scores = compared.map((keeper) => score(keeper, kind, seeds));
    console.log(`${render(name, scores)}\n`);
  }

const hard = [
  'attention is shared beyond ten rules',
  'three of ten rules turn into their opposite',
] as const;
for (const name of ['everyday', ...hard] as const) {
  const scores = [product, ...Object.values(ablations)].map((keeper) =>
    score(keeper, kinds[name], seeds),
  );
  console.log(`${render(`ablations, ${name}`.slice(0, 43), scores)}\n`);
  console.log(`${renderDifferences(scores)}\n`);
}
