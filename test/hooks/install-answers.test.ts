import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callHook } from '../support/hook.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, scratchFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const reads = { CLAUDE_PLUGIN_OPTION_BACKGROUND_READING: 'true' };

function home(withMemory = false) {
  const top = scratchFolder('answers');
  const [project, own] = [join(top, 'shop'), join(top, 'own')];
  mkdirSync(project);
  const env = { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: join(top, 'claude') };
  if (withMemory) {
    putMemory(project, { assets: [gene('pnpm')], events: [born('pnpm', 0.9)] });
    trustHere(project, env);
  }
  const start = (answers: object): string => {
    const payload = {
      ...{ session_id: 'now', transcript_path: '/x', cwd: project, source: 'startup' },
      hook_event_name: 'SessionStart',
    };
    const { out } = callHook('session-start', JSON.stringify(payload), { ...env, ...answers });
    return out === '' ? '' : (JSON.parse(out).systemMessage ?? '');
  };
  const file = join(own, 'config.json');
  const config = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  return { own, start, file, config };
}

describe('what a person answers when the plugin is installed', () => {
  test('is copied by the first start, and after that config.json alone decides', () => {
    const { own, start, config } = home();
    start({ ...reads, CLAUDE_PLUGIN_OPTION_ARCHIVE: 'false' });
    expect(config()).toEqual({ archive: false, reflection: { enabled: true } });
    put(own, 'config.json', '{"archive":true,"reflection":{"enabled":false}}\n');
    start({ ...reads, CLAUDE_PLUGIN_OPTION_ARCHIVE: 'false' });
    expect(config()).toEqual({ archive: true, reflection: { enabled: false } });
  });

  test('switches nothing on where nothing was answered', () => {
    const { start, config } = home();
    start({});
    expect(config()).toBeUndefined();
  });

  test('is said in one line by the first start with a trusted memory, once', () => {
    expect(home().start(reads)).toBe('');
    const { start } = home(true);
    expect(start(reads)).toContain('madness reflect --off');
    expect(start(reads)).not.toContain('reflect');
  });

  test('leaves settings that cannot be read as they are', () => {
    const { own, start, file } = home();
    put(own, 'config.json', '{"archive": tru\n');
    start(reads);
    expect(readFileSync(file, 'utf8')).toBe('{"archive": tru\n');
  });
});
