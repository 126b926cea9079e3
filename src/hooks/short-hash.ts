/** FNV-1a, 8 hex digits: names a hint, guards nothing. */
export function shortHash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
