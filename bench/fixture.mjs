// Memories of any size, written as the product writes them. Deterministic.
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small generator of numbers in [0, 1): the same for the same seed. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** memory/ with `assets` assets and `events` events, and a CLAUDE.md of about 16 kB beside it. */
export function writeMemory(root, { assets, events, seed = 1 }) {
  const random = randomOf(seed);
  const memory = join(root, 'memory');
  mkdirSync(memory, { recursive: true });
  const all = Array.from({ length: assets }, (_, index) => assetOf(index));
  for (const type of ['gene', 'sop', 'pref'])
    writeFileSync(
      join(memory, `${type}s.json`),
      `${JSON.stringify(
        all.filter((asset) => asset.type === type),
        null,
        2,
      )}\n`,
    );
  writeFileSync(join(memory, 'config.json'), '{\n  "project": "bench",\n  "language": "en"\n}\n');
  writeLog(join(memory, 'evolution.jsonl'), all, events, random);
  writeFileSync(join(root, 'CLAUDE.md'), claudeMd());
}

function assetOf(index) {
  const type = ['gene', 'sop', 'pref'][index % 3];
  const id = `rule-${String(index).padStart(5, '0')}`;
  const body = {
    gene: {
      method: ['read(the_error)', 'reproduce(smallest_case)', 'mend(cause)'],
      checkpoint: 'the case passes',
    },
    sop: {
      steps: [1, 2, 3].map((seq) => ({
        seq,
        action: `step_${seq}(of_${index})`,
        checkpoint: 'seen',
      })),
    },
    pref: {
      prefer: `option_a_${index}`,
      reject: `option_b_${index}`,
      rationale: 'it was faster every time',
    },
  }[type];
  return {
    id,
    version: 1,
    type,
    title: `Rule number ${index} says what to do when scene ${index % 97} occurs`,
    domain: [['dev', 'product', 'research', 'ops'][index % 4]],
    tags: [`tag-${index % 13}`],
    trigger: `scene_${index % 97} AND NOT already_${index}`,
    skip_when: index % 5 === 0 ? 'trivial' : '',
    ...body,
    evidence: [
      { project: 'bench', session: `s-${index}`, quote: `do it like ${index}`, lesson: 'it works' },
    ],
    created_at: '2026-01-01',
  };
}

function writeLog(path, assets, count, random) {
  const file = openSync(path, 'w');
  let lines = assets.map((asset) => line(birth(asset)));
  const order = (index) => Date.UTC(2026, 0, 2) + Math.floor(random() * 300) * 86_400_000 + index;
  for (let index = assets.length; index < count; index++) {
    lines.push(
      line(verdict(assets[Math.floor(random() * assets.length)], index, order(index), random)),
    );
    if (lines.length < 20_000) continue;
    writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  }
  if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`);
  closeSync(file);
}

function birth(asset) {
  return {
    asset_id: asset.id,
    asset_type: asset.type,
    by: 'add',
    confidence_delta: 0.7,
    detail: asset.title,
    event: 'create',
    project: 'bench',
    ts: '2026-01-01T08:00:00Z',
  };
}

function verdict(asset, index, at, random) {
  const followed = random() < 0.75 ? 'full' : 'none';
  const outcome = random() < 0.85 ? 'achieved' : 'not_achieved';
  const moves = followed === 'full';
  return {
    asset_id: asset.id,
    asset_type: asset.type,
    by: 'verdict add',
    cell: { followed, outcome, shown: random() < 0.5 },
    confidence_delta: moves ? (outcome === 'achieved' ? 0.05 : -0.15) : 0,
    detail: 'the scene occurred and the steps were done in order',
    event: moves ? (outcome === 'achieved' ? 'validate' : 'invalidate') : 'observe',
    project: random() < 0.8 ? 'bench' : 'elsewhere',
    quotes: [
      { line: 1 + (index % 4000), role: 'user', text: `that is what I asked for, number ${index}` },
    ],
    session: `5b1f0c3e-0000-4000-8000-${String(Math.floor(index / 20)).padStart(12, '0')}`,
    ts: new Date(at).toISOString(),
  };
}

/** Keys above stand sorted: this is the canonical form, `id` last. */
function line(event) {
  const canonical = JSON.stringify(event);
  const id = createHash('sha256').update(canonical).digest('hex').slice(0, 16);
  return `${canonical.slice(0, -1)},"id":"${id}"}`;
}

function claudeMd() {
  const section = (index) =>
    `## Part ${index}\n\nRun \`npm test\` before part ${index} is done.\n\n- one\n- two\n\n\`\`\`sh\nnpm run part${index}\n\`\`\`\n\n`;
  return `# Project\n\n${Array.from({ length: 150 }, (_, index) => section(index)).join('')}`;
}
