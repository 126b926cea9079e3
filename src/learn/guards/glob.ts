/** A pattern has more alternatives in braces than anybody writes. */
const maxAlternatives = 64;

/** Matches a word with a pattern: `*` for any characters and, on request, `?` for one. Linear in both. */
export function matchesWildcard(word: string, pattern: string, hasSingle = false): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let retry = 0;
  while (at < word.length) {
    const sign = pattern[next];
    if (sign === '*') {
      star = next++;
      retry = at;
    } else if (sign === word[at] || (hasSingle && sign === '?')) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++retry;
    } else return false;
  }
  while (pattern[next] === '*') next++;
  return next === pattern.length;
}

/**
 * Matches a path, relative to the project with forward slashes, with a glob: `*` and `?` within a name, `**` across
 * folders, `{a,b}`. Brackets are literal, as in `app/[slug]`. A glob of one name matches it in any folder.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const names = path.split('/');
  return alternativesOf(glob.replace(/^\.?\//, '')).some((one) => {
    const wanted = one.endsWith('/') ? `${one}**` : one;
    return matchesNames(names, (wanted.includes('/') ? wanted : `**/${wanted}`).split('/'));
  });
}

function matchesNames(names: readonly string[], wanted: readonly string[]): boolean {
  // Row by row: which beginnings of the path fit the beginning of the glob.
  let fits: boolean[] = [true, ...names.map(() => false)];
  for (const [index, part] of wanted.entries()) {
    const before = fits;
    if (part === '**') {
      const first = before.indexOf(true);
      // At the end it matches at least one name.
      const from = index === wanted.length - 1 ? first + 1 : first;
      fits = before.map((_, at) => first >= 0 && at >= from);
    } else
      fits = before.map(
        (_, at) =>
          at > 0 && before[at - 1] === true && matchesWildcard(names[at - 1] ?? '', part, true),
      );
  }
  return fits[names.length] === true;
}

function alternativesOf(glob: string): string[] {
  const found: string[] = [];
  const open = [glob];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [whole, start = '', inner = '', end = ''] =
      /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(one) ?? [];
    if (whole === undefined || found.length + open.length > maxAlternatives) found.push(one);
    else open.push(...inner.split(',').map((part) => `${start}${part}${end}`));
  }
  return found;
}

/** True for a path, or a pattern of the shell, under which something lies that fits the glob by its literal folders. */
export function coversGlob(path: string, glob: string): boolean {
  const names = path.split('/');
  return alternativesOf(glob.replace(/^\.?\//, '')).some((one) => {
    const wanted = one.split('/');
    const isDeeper = wanted.length > 1 && wanted.length >= names.length;
    return (
      isDeeper &&
      names.every(
        (name, at) =>
          /^[^*?]+$/.test(wanted[at] ?? '*') && matchesWildcard(wanted[at] ?? '', name, true),
      )
    );
  });
}

/** The longest literal part of a pattern; every match contains it. Empty if there is none. */
export function fixedPart(pattern: string): string {
  const parts = pattern.replace(/\{[^{}]*\}/g, '*').split(/[/*?{}\\]/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
