import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * A program that is no person: `node nested-host.mjs PROMPT CLIENT ARGS…` opens a session as an SDK host, says the prompt,
 * and answers each dialog itself, by its first option.
 */
const [prompt, client, ...args] = process.argv.slice(2);
const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
const child = spawn(client, [...args, '-p', ...stream, '--permission-prompt-tool', 'stdio'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const send = (value) => child.stdin.write(`${JSON.stringify(value)}\n`);

send({ type: 'user', message: { role: 'user', content: prompt } });
for await (const line of createInterface({ input: child.stdout })) {
  const { type, request_id, request } = JSON.parse(line);
  if (type === 'result') child.stdin.end();
  if (type !== 'control_request') continue;
  const { questions = [] } = request.input;
  const answers = questions.map(({ question, options }) => [question, options[0].label]);
  const updatedInput = { ...request.input, answers: Object.fromEntries(answers), annotations: {} };
  const response = { behavior: 'allow', updatedInput };
  send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
}
console.log('the nested client ended');
