/** A pattern made when it is first asked for: in a process as short as a hook's, to make patterns is much of the work. */
export function lazyPattern(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
