/**
 * Is a word one of these? `words` are parted by blanks, and an asked one has none. Finding one in a text takes a hook less
 * time than making a set to ask it a few times.
 */
export function oneOf(words: string): (word: string) => boolean {
  const all = ` ${words} `;
  return (word) => word !== '' && all.includes(` ${word} `);
}
