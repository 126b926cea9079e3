/** What a command printed, and which signals name its failure; none where nothing failed. */
export interface CalledOutput {
  readonly tool: string;
  readonly labels: readonly string[];
  readonly failed: boolean;
  readonly command: string;
  readonly text: string;
}

export function calledOutputs(): CalledOutput[];
