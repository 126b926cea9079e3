export { blocksOf } from '../observe/transcript.js';

import { isRecord, type Fields as Payload, recordOf } from '../platform/read-object.js';

export { parseRecord, recordOf, textOf, textsOf } from '../platform/read-object.js';
export { isRecord, type Payload };

/** The words a tool gave back, standard output before standard error. */
export function outputOf(payload: Payload): string {
  const response = payload.tool_response;
  if (typeof response === 'string') return response;
  const { stdout, stderr } = recordOf(payload, 'tool_response');
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
}
