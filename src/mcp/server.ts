import { StringDecoder } from 'node:string_decoder';
import { languageIn, locationIfAny } from '../application/memory/find-memory.js';
import type { Caller } from '../application/memory/run-context.js';
import { mcpWords } from '../messages/mcp.js';
import { type Fields, fieldsOf, objectsIn, parseRecord, textOf } from '../platform/read-object.js';
import { tools } from './tool-list.js';

type Id = string | number;

/** What this server says is alike in all of them. */
const protocols = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const unknownMethod = -32601;
const internalError = -32603;
/** Milliseconds that a client may take to name its roots. */
const patience = 60_000;

/**
 * Serves a client of the Model Context Protocol on standard input and output until the client closes them. The caller is
 * an agent. Its change is filed and waits; the server carries nothing out. Every client that starts asks for the tools,
 * few call one: a program of our own is loaded with the first call, and no package at all.
 */
export async function serve(
  caller: Caller & { readonly print: (text: string) => void },
  version: string,
): Promise<void> {
  const say = mcpWords[languageIn(locationIfAny(caller))];
  const send = (message: object) => caller.print(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const awaited = new Map<unknown, (answer: Fields) => void>();
  let hasRoots = false;

  const rootsOf = async (): Promise<string[]> => {
    if (!hasRoots) return [];
    const id = `roots-${awaited.size + 1}`;
    const answer = await new Promise<Fields>((resolve) => {
      awaited.set(id, resolve);
      setTimeout(() => resolve({}), patience).unref();
      send({ id, method: 'roots/list' });
    });
    awaited.delete(id);
    return objectsIn(fieldsOf(answer.result).roots).map((root) => textOf(root, 'uri'));
  };

  const call = async (params: Fields): Promise<object> => {
    const { folderOf, runTool, variablesOf } = await import('./tools.js');
    const cwd = folderOf(params._meta, await rootsOf(), caller.cwd);
    const env = { ...caller.env, ...variablesOf(params._meta) };
    const asked = { ...caller, cwd, env, door: 'agent' } as const;
    const { text, isError } = await runTool(asked, textOf(params, 'name'), params.arguments);
    return { content: [{ type: 'text', text }], ...(isError && { isError }) };
  };

  /** Undefined for a method that nobody here knows. */
  const resultOf = (method: string, params: Fields): object | Promise<object> | undefined => {
    if (method === 'ping') return {};
    if (method === 'tools/list') return { tools: tools.map((tool) => described(tool, say)) };
    if (method === 'tools/call') return call(params);
    if (method !== 'initialize') return undefined;
    hasRoots = fieldsOf(params.capabilities).roots !== undefined;
    const wanted = textOf(params, 'protocolVersion');
    return {
      protocolVersion: protocols.includes(wanted) ? wanted : protocols[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'madness', version },
      instructions: say.instructions,
    };
  };

  const answer = async (id: Id, message: Fields): Promise<void> => {
    const method = textOf(message, 'method');
    try {
      const result = await resultOf(method, fieldsOf(message.params));
      const error = { code: unknownMethod, message: `Method not found: ${method}` };
      send(result === undefined ? { id, error } : { id, result });
    } catch (error) {
      send({ id, error: { code: internalError, message: (error as Error).message } });
    }
  };

  for await (const line of linesOf(process.stdin)) {
    const message = parseRecord(line) ?? {};
    const { id, method } = message;
    if (method === undefined) awaited.get(id)?.(message);
    else if (typeof id === 'string' || typeof id === 'number') void answer(id, message);
  }
}

function described({ name, takes, isReadOnly }: (typeof tools)[number], say: typeof mcpWords.en) {
  return {
    name,
    description: say[name],
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        takes.map((one) => [one.name, { type: 'string', description: say[one.name] }]),
      ),
      required: takes.filter(({ isNeeded }) => isNeeded).map((one) => one.name),
    },
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false },
  };
}

/** A character may lie in two pieces. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of input) {
    const lines = (rest + decoder.write(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
