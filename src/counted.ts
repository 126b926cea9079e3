/** "1 rule", "2 rules"; `many` where an s does not make it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
