/** Real transcripts, rules and outputs, which are no part of this repository. */
export declare const noRealData: string;

/** A part of them, unpacked by whoever asks first; undefined where they are absent. */
export declare function realData(part?: string): string | undefined;

/** The same of the sessions of other agents, which lie in an archive of their own. */
export declare function agentsData(part?: string): string | undefined;

/** What lies unpacked beside this repository; undefined where it is absent. */
export declare function shared(path: string): string | undefined;
