/** Door → what it passes on → the file that has it; paths from the top of the repository. */
export declare const doors: ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The text of a file with each import through a door led to the file that has the name. */
export declare function throughDoors(text: string, file: string): string;
