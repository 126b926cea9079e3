import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { languageIn } from '../application/memory/find-memory.js';
import { locationIfAny } from '../application/memory/resolve-memory.js';
import type { Caller } from '../application/memory/run-context.js';
import { mcpWords } from '../messages/mcp.js';
import { folderOf, runTool, tools, variablesOf } from './tools.js';

/**
 * Serves a client of the Model Context Protocol on standard input and output until the client closes them. The caller is
 * an agent. Its change is filed and waits; the server carries nothing out.
 */
export async function serve(caller: Caller, version: string): Promise<void> {
  const say = mcpWords[languageIn(locationIfAny(caller))];
  const server = new Server(
    { name: 'madness', version },
    { capabilities: { tools: {} }, instructions: say.instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, describe, takes, isReadOnly }) => ({
      name,
      description: describe(say),
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          takes.map((one) => [one.name, { type: 'string', description: say[one.name] }]),
        ),
        required: takes.filter(({ isNeeded }) => isNeeded).map((one) => one.name),
      },
      annotations: { readOnlyHint: isReadOnly, destructiveHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const cwd = folderOf(params._meta, await rootsOf(server), caller.cwd);
    const env = { ...caller.env, ...variablesOf(params._meta) };
    const asked = { ...caller, cwd, env, door: 'agent' } as const;
    const { text, isError } = await runTool(asked, params.name, params.arguments);
    return { content: [{ type: 'text', text }], ...(isError && { isError }) };
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.on('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
}

async function rootsOf(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  try {
    return (await server.listRoots()).roots.map(({ uri }) => uri);
  } catch {
    return [];
  }
}
