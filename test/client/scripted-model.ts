import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the model does when it is asked once: it says something, calls a tool, or fails with a status. */
export type Played =
  /** `used`: tokens of the context, as the answer counts them. */
  | { readonly say: string; readonly used?: number }
  | { readonly status: number }
  | {
      readonly id: string;
      readonly name: string;
      readonly input: object;
      readonly used?: number;
    };

/** The same, or made from the request that it answers. */
export type ModelTurn = Played | ((request: string) => Played | Promise<Played>);

export interface ScriptedModel {
  readonly url: string;
  /** Bodies of the requests so far, as they came. */
  readonly requests: readonly string[];
  /** Turns not yet played. */
  readonly left: () => number;
  readonly add: (...turns: readonly ModelTurn[]) => void;
  /** For sub-agents, which in a terminal ask while the main conversation goes on; without any they share its turns. */
  readonly addForAgents: (...turns: readonly ModelTurn[]) => void;
  readonly close: () => void;
}

/** Plays its turns in their order on a free port of the loopback, a turn a request; after the last it says "Done." */
export async function startModel(): Promise<ScriptedModel> {
  const turns: ModelTurn[] = [];
  const agentTurns: ModelTurn[] = [];
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.method !== 'POST' || request.url?.split('?')[0] !== '/v1/messages') {
      response.writeHead(404).end();
      return;
    }
    // Client 2.1.250 asks for a title of a session in a terminal, beside its conversation.
    if (body.includes('Write the title in the predominant language')) {
      answer(response, { say: 'A title' }, requests.length);
      return;
    }
    requests.push(body);
    const isAgent = request.headers['x-claude-code-agent-id'] !== undefined;
    const own = isAgent && agentTurns.length > 0 ? agentTurns : turns;
    const next = own.shift() ?? { say: 'Done.' };
    const turn = typeof next === 'function' ? await next(body) : next;
    if ('status' in turn)
      response
        .writeHead(turn.status, { 'content-type': 'application/json' })
        .end('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}');
    else answer(response, turn, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    left: () => turns.length + agentTurns.length,
    add: (...more) => turns.push(...more),
    addForAgents: (...more) => agentTurns.push(...more),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A call of a tool with an id of its own. */
export function call(name: string, input: object, used?: number): Played {
  return { id: `toolu_scripted_${++calls}`, name, input, ...(used && { used }) };
}

let calls = 0;

/** What the tools have answered in the conversation that a request carries. */
export function toolResults(request: string | undefined): string[] {
  return blocksIn(request)
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}

/** Which tools the model has called in it. */
export function toolCalls(request: string | undefined) {
  return blocksIn(request).flatMap(({ type, name = '', input = {} }) =>
    type === 'tool_use' ? [{ name, input }] : [],
  );
}

function blocksIn(request: string | undefined): readonly Block[] {
  const { messages } = JSON.parse(request ?? '{"messages":[]}') as Conversation;
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
}

interface Conversation {
  readonly messages: readonly { readonly content: string | readonly Block[] }[];
}

interface Block {
  readonly type: string;
  readonly content?: unknown;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The events of one streamed message with one block. */
function answer(
  response: ServerResponse,
  turn: Exclude<Played, { readonly status: number }>,
  serial: number,
): void {
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = {
    input_tokens: 100,
    output_tokens: 20,
    cache_read_input_tokens: turn.used ?? 0,
  };
  const message = { id: `msg_scripted_${serial}`, type: 'message', role: 'assistant' };
  const start = { model: 'claude-opus-5-5', content: [], stop_reason: null, stop_sequence: null };
  const [content_block, delta] =
    'say' in turn
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: turn.say },
        ]
      : [
          { type: 'tool_use', id: turn.id, name: turn.name, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) },
        ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('message_start', { message: { ...message, ...start, usage } });
  send('content_block_start', { index: 0, content_block });
  send('content_block_delta', { index: 0, delta });
  send('content_block_stop', { index: 0 });
  const stop_reason = 'say' in turn ? 'end_turn' : 'tool_use';
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
  send('message_stop', {});
  response.end();
}
