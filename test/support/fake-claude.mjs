#!/usr/bin/env node
// A client that answers from $FAKE_CLAUDE/answers.json, one a call, the last for all that follow.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.FAKE_CLAUDE;
const prompt = readFileSync(0, 'utf8');
const calls = join(folder, 'calls.jsonl');
const args = process.argv.slice(2);
const env = Object.keys(process.env).filter((name) =>
  /^CLAUDE|^AI_AGENT|^MADNESS_CHILD/.test(name),
);
appendFileSync(calls, `${JSON.stringify({ args, env, prompt })}\n`);
const count = readFileSync(calls, 'utf8').trim().split('\n').length;
const answers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'));
const answer = answers[Math.min(count, answers.length) - 1];
const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(prompt)?.[1];
const ids = { job: field('job'), parent: field('parent'), child: field('child') };
const usage = { input_tokens: 4000, output_tokens: 300, cache_read_input_tokens: 0 };
const result = {
  type: 'result',
  is_error: false,
  permission_denials: [],
  total_cost_usd: 0.005,
  usage,
  modelUsage: { 'claude-haiku-x': {} },
};
const call = (name) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 't1', name, input: {} }] },
});
const print = (...messages) => process.stdout.write(JSON.stringify(messages));
setTimeout(() => {
  if (answer.receipt !== undefined)
    print(call('StructuredOutput'), {
      ...result,
      structured_output: { ...ids, ...answer.receipt },
    });
  else if (answer.text !== undefined) print({ ...result, result: answer.text });
  else if (answer.call !== undefined) print(call(answer.call), { ...result, result: '{}' });
  else if (answer.error !== undefined) print({ ...result, is_error: true, result: answer.error });
  else {
    process.stderr.write(answer.stderr ?? '');
    process.exitCode = 1;
  }
}, answer.ms ?? 0);
