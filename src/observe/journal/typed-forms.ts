/**
 * Keys of a Chinese keyboard that mean the plain ones, by sign: start.sh passes the same on to Node. Each row: what is
 * meant, and what may be typed.
 */
const meant: readonly (readonly [plain: string, typed: string])[] = [
  [' ', ' \u3000\u00a0'],
  ['/', '/／'],
  ['0123456789abcdef', '０１２３４５６７８９ａｂｃｄｅｆ'],
];
/** What may end it. */
const stops = '。．.';

/** The prompt as it is meant; nothing but the keys of the table is changed. */
export function plainPrompt(prompt: string): string {
  const plain = [...prompt].map((sign) => {
    for (const [signs, typed] of meant) {
      const at = typed.indexOf(sign);
      if (at >= 0) return signs.length === 1 ? signs : signs.charAt(at);
    }
    return sign;
  });
  const text = plain.join('').trim();
  return stops.includes(text.slice(-1)) ? text.slice(0, -1).trim() : text;
}

export const typedVerbs = 'keep|pin|drop|show|留下|置顶|放弃|看看';

/** The patterns of `grep -E` in start.sh for these prompts, in bytes: each sign of the table is an alternative. */
export function promptPatterns(): string[] {
  const [blank, slash, digit] = meant.map(([, typed]) => [...typed].join('|'));
  const [some, none] = [`(${blank})+`, `(${blank})*`];
  const command = `(${slash})(madness:)?madness${some}`;
  const stop = [...stops]
    .map((sign) => `[${sign}]`)
    .join('|')
    .replaceAll(/\[([^.])\]/g, '$1');
  const end = `${none}(${stop})?${none}"`;
  const sign = `([0-9a-f]|${digit})`;
  return [
    `"prompt":"${none}(${command})?(${typedVerbs})${some}${sign}{8}${end}`,
    `"prompt":"${none}${command}(show|看看)${some}([a-z0-9-]|${digit}){1,64}${end}`,
    `"prompt":"${none}${command}(trust|信任)(${some}${sign}{8})?${end}`,
  ];
}
