import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../support/scratch.js';
import { jsonl, userLine } from '../support/transcript-lines.js';
import { client, newPerson, type Person, runClient, runMadness } from './client.js';
import { call, type ScriptedModel, startModel, toolResults } from './scripted-model.js';

const asking = '5e55a000-0000-4000-8000-00000000a51c';

/** What people type over and over: so much of it that a part is full. */
const words = {
  en: (at: number) => `no, not ${at}: ${'never round the fees, keep cents. '.repeat(8)}`,
  zh: (at: number) => `不对，第 ${at} 处：${'金额一律用整数分，不要四舍五入。'.repeat(9)}`,
} as const;

let model: ScriptedModel;
const people: Person[] = [];
beforeAll(async () => {
  if (client !== undefined) model = await startModel();
});
afterAll(async () => {
  model?.close();
  for (const { folder } of people) await removeFolder(folder);
});

describe.skipIf(client === undefined)('what the client shows a model of a full part', () => {
  test.each(['en', 'zh'] as const)('is all of it, to its last line (%s)', async (language) => {
    const person = newPerson(model);
    people.push(person);
    await runMadness(person, 'init', '--language', language);
    writeSessions(person, words[language]);
    model.add(call('Bash', { command: 'madness retro start', description: 'Begin' }), {
      say: 'Read.',
    });
    const { requests } = await runClient(person, model, asking, 'Begin the retrospective.');
    const shown = toolResults(requests.at(-1)).at(-1) ?? '';
    expect(Buffer.byteLength(shown)).toBeGreaterThan(24_000);
    expect(shown).not.toContain('Output too large');
    expect(shown.trim().split('\n').at(-1)).toMatch(/madness (?:agent )?retro start --part 2$/);
  });
});

function writeSessions({ claude, project }: Person, said: (at: number) => string): void {
  const folder = join(claude, 'projects', project.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const day of [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]) {
    const session = `7e55a0${day}-0000-4000-8000-000000000000`;
    const records = Array.from({ length: 22 }, (_, at) => {
      const uuid = `${day}-${at}`;
      const timestamp = `2026-11-${day}T09:00:${10 + at}.000Z`;
      return userLine(said(at), { cwd: project, sessionId: session, timestamp, uuid });
    });
    writeFileSync(join(folder, `${session}.jsonl`), jsonl(...records));
  }
}
