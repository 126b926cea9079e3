import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogRow } from '../../src/application/team/decision-log.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import type { Asset } from '../../src/schema.gen.js';
import { git, tryGit } from '../support/git.js';
import { contextOf, runHook, shownTo } from '../support/hook.js';
import { proved } from '../support/memory.js';
import { scratchFolder } from '../support/scratch.js';
import { type Member, memberAt, team } from '../support/team.js';
import { trustHere } from '../support/trust.js';

const pnpm = '用 pnpm，不要用 npm';
const small = '每个提交只做一件事';
const staging = '数据库迁移先在预发环境执行';
const stagingAgain = '先在预发环境执行数据库迁移';
const logs = '日志里不要写用户的手机号';

const read = ({ folder }: Member, name: string) => readFileSync(join(folder, name), 'utf8');
const rules = (member: Member): Asset[] => JSON.parse(read(member, 'memory/genes.json'));
const idOf = (member: Member, title: string): string => {
  const id = rules(member).find((one) => one.title === title)?.id;
  if (id === undefined) throw new Error(`Expected the rule ${title}.`);
  return id;
};

/** What all clones must have alike. */
function stateOf(member: Member): unknown {
  const log = read(member, 'memory/evolution.jsonl').split('\n').filter(Boolean);
  const files = ['CLAUDE.md', 'memory/genes.json', 'memory/index.json', 'memory/INDEX.md'];
  return [[...new Set(log)].sort(), ...files.map((name) => read(member, name))];
}

let sessions = 0;

/** A session starts in a clone that has the plugin; what the person is shown, and what the model is told. */
function started({ folder, env }: Member): { shown: string; told: string } {
  sessions += 1;
  const answer = runHook(
    {
      session_id: `11111111-1111-4111-8111-${String(sessions).padStart(12, '0')}`,
      hook_event_name: 'SessionStart',
      source: 'startup',
      cwd: folder,
      transcript_path: '',
    },
    { ...env, CLAUDE_CODE_ENTRYPOINT: 'cli' },
  );
  return { shown: shownTo(answer), told: contextOf(answer) };
}

/** The one command that answers who, what and when. */
async function decided(member: Member, ...args: readonly string[]): Promise<string[]> {
  const { out } = await member.run('log', '--json', ...args);
  const day = new Date().toISOString().slice(0, 10);
  return (JSON.parse(out) as LogRow[]).map(({ ts, who, text, title }) => {
    expect(ts.slice(0, 10) <= day).toBe(true);
    return `${who} ${text} ${title}`;
  });
}

async function revised(member: Member, id: string, title: string): Promise<void> {
  const wording = { id, type: 'gene', title, trigger: 'always', method: [title] };
  const { code, err } = await member.withInput(
    JSON.stringify(wording),
    ...['revise', id, '--file', '-'],
  );
  expect(code, err).toBe(0);
}

/** By hand with git, until all clones are one. */
async function exchange(...members: readonly Member[]): Promise<void> {
  for (const member of members) {
    member.commit('同步');
    const pulled = tryGit(member.folder, 'pull', '--no-rebase', '--no-edit', 'origin', 'main');
    expect(pulled.code, pulled.said).toBe(0);
    await member.run('compile');
    member.push('同步');
  }
  for (const member of members) member.pull();
  for (const member of members) {
    expect((await member.run('compile', '--check')).code).toBe(0);
    expect(stateOf(member)).toEqual(stateOf(members[0] as Member));
  }
}

test('三个人、两个星期、三份克隆：每一天每个人都看到该看到的，一条命令说清谁、做了什么、何时', {
  tags: 'slow',
}, async () => {
  const { member, remote } = team('zh');
  const inCi = async () => {
    const folder = join(scratchFolder('ci'), 'shop');
    git(remote, 'clone', '--quiet', `file://${remote}`, folder);
    return memberAt(folder, join(folder, '../home'), 'ci').run('check', '--strict');
  };

  // 第一周 周一：李雷建立记忆库。
  const li = member('李雷');
  expect((await li.run('init', '--language', 'zh')).err).toContain('madness config set who off');
  // 试用中的规则在会话开始时告知，而不是写进规则块。
  const file = join(li.folder, 'memory/config.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  const told = { trial: 'session', inject: { max_trials: 3 } };
  writeFileSync(file, JSON.stringify({ ...settings, ...told }));
  for (const rule of [pnpm, small, logs]) await li.run('add', rule);
  await li.run('pin', idOf(li, pnpm), '--reason', '新人总是忘');
  li.push('规则');
  const han = member('韩梅');
  const wang = member('小王');
  const untrusted = started(han);
  expect(untrusted.shown).toContain('本机还没有人信任它');
  expect(untrusted.told).toBe('');
  expect((await han.run('status')).out).toContain('madness init');
  trustHere(han.folder, han.env);
  await han.run('init');
  expect(started(han).told).toContain(small);
  // 小王没有插件：规则块就在 CLAUDE.md 里。
  expect(read(wang, 'CLAUDE.md')).toContain(pnpm);
  expect(await decided(han)).toEqual([
    `李雷 置顶，原因：新人总是忘 ${pnpm}`,
    `李雷 建立 ${logs}`,
    `李雷 建立 ${small}`,
    `李雷 建立 ${pnpm}`,
  ]);
  expect(await inCi()).toMatchObject({ code: 0 });

  // 周二：两个人用不同的话加了同一条规则。
  await li.run('add', staging);
  await han.run('add', stagingAgain);
  await exchange(li, han);
  expect(started(han).shown).toContain(staging);
  expect(started(li).shown).toContain(stagingAgain);
  expect(await decided(li, '--since', '1d')).toEqual(
    expect.arrayContaining([`李雷 建立 ${staging}`, `韩梅 建立 ${stagingAgain}`]),
  );
  // 韩梅合并它们；`undo last` 只撤自己的。
  const [ours, theirs] = [idOf(li, staging), idOf(li, stagingAgain)];
  await han.run('merge', theirs, '--into', ours);
  await exchange(han, li);
  await li.run('pin', ours);
  await exchange(li, han);
  const undone = await han.run('undo', 'last');
  expect(undone.err).toContain(`李雷：置顶“${staging}”`);
  expect(undone.out).toContain(`已撤销合并`);
  expect(undone.out).toContain(theirs);
  await han.run('undo', 'last');
  await exchange(han, li);

  // 同一天：两个人都改写了置顶的规则。
  const pinned = idOf(li, pnpm);
  await revised(li, pinned, '只用 pnpm');
  await revised(han, pinned, '装依赖一律用 pnpm');
  await exchange(li, han);
  for (const one of [li, han]) {
    const { err } = await one.run('check');
    expect(err).toContain('有两种写法');
    expect(err).toMatch(/李雷 写的.*只用 pnpm/);
    expect(err).toMatch(/韩梅 写的.*装依赖一律用 pnpm/);
    expect((await one.run('review', '--list')).out).toContain('写法');
    expect(started(one).shown).toMatch(/两种写法.*madness review/);
  }
  expect((await inCi()).code).toBe(1);
  await revised(li, pinned, '装依赖只用 pnpm');
  await exchange(li, han);
  for (const one of [li, han]) expect((await one.run('check')).err).not.toContain('两种写法');
  expect(await inCi()).toMatchObject({ code: 0 });

  // 周二下午：小王手工改了规则块和数字。
  wang.pull();
  const byHand = (name: string, change: (text: string) => string) =>
    writeFileSync(join(wang.folder, name), change(read(wang, name)));
  byHand('CLAUDE.md', (text) => text.replace('装依赖只用 pnpm', '装依赖随便'));
  byHand('memory/genes.json', (text) => text.replace('"confidence": 0.7', '"confidence": 0.99'));
  wang.push('手工修改');
  expect((await inCi()).code).toBe(1);
  li.pull();
  const edited = (await li.run('check')).err;
  expect(edited).toContain('手');
  expect(edited).toContain('0.99');
  await li.run('compile');
  expect(rules(li).every(({ confidence }) => confidence === 0.7)).toBe(true);
  expect(read(li, 'CLAUDE.md')).toContain('装依赖只用 pnpm');
  await exchange(li, han);
  expect(await inCi()).toMatchObject({ code: 0 });

  // 周三：三个人都评判了同一条规则；小王没有合并驱动。
  const judged = (one: Member, session: string) =>
    appendFileSync(
      join(one.folder, 'memory/evolution.jsonl'),
      `${serializeEvent(proved(idOf(li, small), session))}\n`,
    );
  wang.pull();
  judged(wang, 'wang');
  await wang.run('compile');
  wang.commit('小王的评判');
  judged(li, 'li');
  judged(han, 'han');
  await exchange(li, han);
  const merged = tryGit(wang.folder, 'pull', '--no-rebase', '--no-edit', 'origin', 'main');
  expect(merged.code, merged.said).not.toBe(0);
  trustHere(wang.folder, wang.env);
  await wang.run('init');
  wang.git('checkout', '-m', '--', '.');
  await wang.run('compile');
  wang.push('合并');
  await exchange(li, han, wang);
  for (const one of [li, han, wang])
    expect(rules(one).find(({ title }) => title === small)?.validated_count).toBe(3);
  expect((await decided(han)).filter((row) => row.includes(small))).toHaveLength(4);

  // 第二周 周一：李雷为所有人停用一条规则，韩梅这时把它置顶。
  started(han);
  await li.run('deprecate', idOf(li, logs), '--reason', '已由网关屏蔽');
  await han.run('pin', idOf(han, logs));
  await exchange(li, han);
  const news = started(han).shown;
  expect(news).toContain(`“${logs}” 已停用（李雷），对所有人生效`);
  for (const one of [li, han]) expect(read(one, 'CLAUDE.md')).not.toContain(logs);
  expect(await decided(han, '--since', '1d')).toEqual(
    expect.arrayContaining([`李雷 停用，原因：已由网关屏蔽 ${logs}`, `韩梅 置顶 ${logs}`]),
  );

  // 周二：韩梅用 git revert 撤回了一个带规则的提交。
  const before = read(li, 'memory/evolution.jsonl').split('\n').length;
  await li.run('add', '接口改动要先写文档');
  li.push('新规则');
  han.pull();
  han.git('revert', '--no-edit', 'HEAD');
  han.push('撤回提交');
  expect(await inCi()).toMatchObject({ code: 1 });
  li.pull();
  const lost = (await li.run('check')).err;
  expect(lost).toMatch(/少了 \d 个/);
  expect(lost).toContain('madness compile --restore');
  expect((await li.run('compile', '--restore')).code).toBe(0);
  await exchange(li, han);
  for (const one of [li, han]) {
    expect(rules(one).map(({ title }) => title)).toContain('接口改动要先写文档');
    expect((await one.run('check')).err).not.toMatch(/同一个事件|再次出现|少了/);
  }
  expect(read(li, 'memory/evolution.jsonl').split('\n').length).toBeLessThan(before + 5);
  expect(await inCi()).toMatchObject({ code: 0 });

  // 周三：李雷强制推送，盖掉了小王的提交；小王一合并，什么都回来了。
  wang.pull();
  await wang.run('add', '改价格要两个人看');
  wang.push('小王的规则');
  await li.run('add', '周五不上线');
  li.commit('李雷的规则');
  li.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
  await exchange(wang, li, han);
  for (const one of [li, han, wang]) {
    expect(rules(one).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['改价格要两个人看', '周五不上线']),
    );
    expect((await one.run('check')).err).not.toMatch(/同一个事件|再次出现|少了/);
  }
  expect(await decided(li, '--since', '1d')).toEqual(
    expect.arrayContaining(['小王 建立 改价格要两个人看', '李雷 建立 周五不上线']),
  );
  expect(await inCi()).toMatchObject({ code: 0 });

  // 周四：李雷把仓库搬到别处，再开一个工作树：信任还在。
  const moved = `${li.folder}-moved`;
  started(li);
  started(li);
  renameSync(li.folder, moved);
  const there = memberAt(moved, li.home, '李雷');
  expect(started(there)).toEqual({ shown: '', told: expect.stringContaining('周五不上线') });
  there.git('worktree', 'add', '--quiet', '-b', 'next', `${moved}-tree`);
  expect(started(memberAt(`${moved}-tree`, li.home, '李雷')).told).toContain('周五不上线');

  // 周五：导出，再导入另一个项目：读过之前不告诉任何模型。
  const exported = await there.run('export', '--min-confidence', '0.5');
  expect(exported.code, exported.err).toBe(0);
  const portable = join(moved, 'memory/exports/portable.json');
  expect(readFileSync(portable, 'utf8')).not.toContain('李雷');
  const shop = team('zh').member('韩梅');
  await shop.run('init', '--language', 'zh');
  await shop.run('import', portable, '--yes');
  expect(rules(shop).find(({ title }) => title === small)).toMatchObject({ confidence: 0.6 });
  expect(started(shop).told).not.toContain(small);
  expect((await shop.run('review', '--list')).out).toContain('portable.json，还没有人读过');
});
