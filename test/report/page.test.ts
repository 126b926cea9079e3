import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Gene } from '../../src/schema.gen.js';
import { chromium, visit } from '../support/chromium.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { putHistory } from '../support/page-history.js';
import { scratchFolder } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7b'.repeat(2).slice(0, 36)}`;
const hostile = [
  '</title><script>document.title="owned"</script>',
  '"><img src="https://evil.example/x.png" onerror="document.title=1">',
  "'/><svg onload=document.title=1><style>@import 'https://evil.example/a.css'</style>",
  `the key is ${token}`,
  '&lt;b&gt; stays as it is',
];

function hostileRules(): Gene[] {
  return hostile.map((title, index) =>
    gene(`hostile-${index}`, {
      title,
      trigger: `hostile_${index}`,
      method: [`do the hostile thing ${index}`],
    }),
  );
}

interface Made {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly file: string;
}

async function make(language: 'en' | 'zh', rules: readonly Gene[] = []): Promise<Made> {
  const top = join(pages, language);
  const root = join(top, 'shop');
  const own = join(top, 'own');
  mkdirSync(join(root, '.git'), { recursive: true });
  putHistory(root, own, language, rules);
  const env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(top, 'claude') };
  const { code, err } = await madnessHere(root, ['page'], { env });
  if (code !== 0) throw new Error(err);
  return { root, env, file: join(root, 'memory/retrospectives/page.html') };
}

const pages = realpathSync(mkdtempSync(join(tmpdir(), 'madness-page-')));
afterAll(() => rmSync(pages, { recursive: true, force: true }));
let english: Made;
let chinese: Made;
beforeAll(async () => {
  english = await make('en', hostileRules());
  chinese = await make('zh', hostileRules());
});

describe('madness page', () => {
  test('writes one file of at most 500 kB that its owner alone may read', () => {
    const { size, mode } = statSync(english.file);
    expect(size).toBeLessThan(500_000);
    expect(mode & 0o777).toBe(0o600);
  });

  test('keeps that where an older page could be read by others, and where there are 3,000 rules', async () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      gene(`more-${index}`, {
        title: `Rule ${index} ${'of many '.repeat(20)}`,
        trigger: `t${index}`,
      }),
    );
    const top = scratchFolder('page-many');
    putMemory(top, { assets: many, events: many.map(({ id }) => born(id)) });
    const file = join(top, 'memory/retrospectives/page.html');
    mkdirSync(join(file, '..'));
    writeFileSync(file, 'older');
    chmodSync(file, 0o644);
    const { code } = await madnessHere(top, ['page'], { env: { MADNESS_HOME: join(top, 'own') } });
    expect(code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size).toBeLessThan(500_000);
  });

  test('allows nothing but its own style', () => {
    const text = readFileSync(english.file, 'utf8');
    expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    const tags = text.match(/<[a-z][^>]*>/gi) ?? [];
    const foreign = /^<(?:script|img|link|iframe|object|form|a)\b|\bon\w+=|href=|src=/i;
    expect(tags.filter((tag) => foreign.test(tag))).toEqual([]);
    expect(/url\(|@import/.test(/<style>.*?<\/style>/s.exec(text)?.[0] ?? 'url(')).toBe(false);
    // Every angle bracket of a rule is text.
    expect(tags.filter((tag) => tag.startsWith('<svg'))).toHaveLength(4);
  });

  test('masks secrets, and leaves out what nobody has read', async () => {
    const text = readFileSync(english.file, 'utf8');
    expect(text).toContain('the key is ');
    expect(text.includes(token)).toBe(false);
    const top = scratchFolder('page-unread');
    const unread = gene('from-a-stranger', {
      title: 'Words of a stranger',
      origin: { source: 'x.json', sha256: 'a'.repeat(64), imported_at: '2026-01-02' },
    });
    putMemory(top, {
      assets: [unread],
      events: [born('from-a-stranger', 0.6, { event: 'import' })],
    });
    const env = { MADNESS_HOME: join(top, 'own') };
    expect((await madnessHere(top, ['page'], { env })).code).toBe(0);
    const page = readFileSync(join(top, 'memory/retrospectives/page.html'), 'utf8');
    expect(page.includes('stranger')).toBe(false);
    expect(page).toContain('1 imported rule that no person has read');
  });

  test.each([
    [
      'en',
      'Did it help?',
      'madness review',
      'Rules that could be compared: 7; clearly helped: 1; clearly harmed: 1.',
    ],
    ['zh', '有用吗？', 'madness review', '可比较的规则 7 条，明显有帮助 1 条，明显有害 1 条。'],
  ] as const)('says in %s what helped and what waits', (language, ...said) => {
    const text = readFileSync((language === 'en' ? english : chinese).file, 'utf8');
    for (const words of said) expect(text).toContain(words);
  });

  test('of an empty memory says that there is nothing yet', async () => {
    const top = scratchFolder('page-empty');
    putMemory(top, {});
    const env = { MADNESS_HOME: join(top, 'own') };
    expect((await madnessHere(top, ['page'], { env })).code).toBe(0);
    const page = readFileSync(join(top, 'memory/retrospectives/page.html'), 'utf8');
    expect(page).toContain('No session was noted yet');
    expect(page).not.toMatch(/<svg|NaN|undefined|Infinity/);
  });

  test.runIf(process.platform === 'linux')(
    'is opened by the program of the system for that',
    async () => {
      const bin = scratchFolder('bin');
      const seen = join(bin, 'seen');
      writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${seen}\n`, {
        mode: 0o755,
      });
      const env = { ...english.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
      expect((await madnessHere(english.root, ['page', '--open'], { env })).code).toBe(0);
      await vi.waitFor(() => expect(readFileSync(seen, 'utf8')).toBe(english.file), 5000);
    },
  );
});

/** Runs in the page: the lowest contrast of any text that shows, with the text. */
const worstContrast = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (color) => {
    const [r, g, b] = channels(color).map((one) => {
      const share = one / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (channels(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  for (const one of document.querySelectorAll('details')) one.open = true;
  let worst = [99, ''];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].filter((one) => one.nodeType === 3 && one.data.trim() !== '');
    if (own.length === 0 || node.localName === 'title') continue;
    const style = getComputedStyle(node);
    const [a, b] = [node.localName === 'text' ? style.fill : style.color, behind(node)].map(light);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst[0]) worst = [ratio, node.textContent];
  }
  return worst;
})()`;

if (chromium === undefined)
  console.log('skip the page in a browser: there is no Chromium on this machine');

describe.skipIf(chromium === undefined)('in a browser the page', () => {
  firstQuick(['light', 'dark'] as const)(
    'runs nothing, asks for nothing and has contrast in %s',
    { timeout: 60_000 },
    async (scheme) => {
      for (const { file } of [english, chinese]) {
        const { requests, complaints, values } = await visit(file, scheme, [
          worstContrast,
          'document.scripts.length + document.images.length + document.styleSheets.length',
          'getComputedStyle(document.body).backgroundColor',
        ]);
        expect(requests).toEqual([`file://${file}`]);
        expect(complaints).toEqual([]);
        const [worst, active, ground] = values;
        expect((worst as [number, string])[0], String(worst)).toBeGreaterThanOrEqual(4.5);
        expect(active).toBe(1);
        expect(ground).toBe(scheme === 'light' ? 'rgb(246, 246, 244)' : 'rgb(18, 20, 24)');
      }
    },
  );

  test('shows hostile rules as text, and charts with titles, axes and a table', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const charts = `[...document.querySelectorAll('svg')].map((one) => ({
      title: document.getElementById(one.getAttribute('aria-labelledby')).textContent,
      axes: one.querySelectorAll('.axis').length,
      ticks: one.querySelectorAll('.tick').length > 2,
      rows: one.closest('section').querySelectorAll('tbody tr').length > 2,
      caption: one.closest('section').querySelector('caption').textContent,
    }))`;
    const { values } = await visit(english.file, 'light', [
      'document.title',
      'document.body.textContent',
      charts,
    ]);
    const [title, text, drawn] = values;
    expect(title).toBe('Did it help? – shop');
    for (const one of hostile.filter((said) => !said.includes(token)))
      expect(String(text).includes(one), one).toBe(true);
    const about = (name: string, axes: number) => ({
      title: name,
      axes,
      ticks: true,
      rows: true,
      caption: name,
    });
    expect(drawn).toEqual([
      about('Hints at a failure, and what came of them', 1),
      about('What came back, week by week', 2),
      about('What following a rule changed', 1),
      about('How sure the memory is of its rules', 2),
    ]);
  });

  test('sets Chinese with the fonts of the machine, and keeps every name of a chart inside it', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const outside = `[...document.querySelectorAll('svg')].flatMap((one) => {
      const frame = one.getBoundingClientRect();
      return [...one.querySelectorAll('text')]
        .filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
        })
        .map((text) => text.textContent);
    })`;
    const wide = `[...document.querySelectorAll('.tiles *')]
      .filter((one) => one.scrollWidth > one.parentElement.clientWidth)
      .map((one) => one.textContent)`;
    for (const { file } of [english, chinese]) {
      const { values } = await visit(file, 'light', [
        outside,
        wide,
        'document.documentElement.lang',
      ]);
      expect(values).toEqual([[], [], file === chinese.file ? 'zh-Hans' : 'en']);
    }
  });
});
