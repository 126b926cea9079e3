/** The 0.975 quantile of the normal distribution: both tails leave 5 %. */
const z = 1.959963984540054;

/** Successes among trials. */
export type Share = readonly [successes: number, trials: number];

/** Wilson's score interval of a proportion, 95 %; all of 0 to 1 without a trial. */
export function wilsonInterval([successes, trials]: Share): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const middle = share + z ** 2 / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

/**
 * The difference of two independent proportions with its 95 % interval: method 10 of Newcombe, "Interval estimation
 * for the difference between independent proportions", Statistics in Medicine 17 (1998), 873–890.
 */
export function differenceInterval(
  a: Share,
  b: Share,
): { readonly difference: number; readonly low: number; readonly high: number } {
  const [p, q] = [a, b].map(([successes, trials]) => (trials === 0 ? 0.5 : successes / trials)) as [
    number,
    number,
  ];
  const [lowP, highP] = wilsonInterval(a);
  const [lowQ, highQ] = wilsonInterval(b);
  return {
    difference: p - q,
    low: p - q - Math.hypot(p - lowP, highQ - q),
    high: p - q + Math.hypot(highP - p, q - lowQ),
  };
}
