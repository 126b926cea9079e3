import type { Silence } from '../store/trust.js';
import type { Wording } from '../store/trust-file.js';
import { oneLine } from '../text.js';

/** What SessionStart shows to the person alone, in the language of the memory. */
interface Words {
  /** Nothing where a person took the trust back, or where another user's files are passed over. */
  readonly silent: Readonly<Partial<Record<Silence, string>>>;
  /** Wordings that git, an editor or another program brought. */
  readonly brought: (wordings: readonly Wording[]) => string;
}

const maxTitles = 5;
const maxTitleLength = 80;

/** A stranger chose the words: one line each, nothing invisible. */
function titles(wordings: readonly Wording[], open: string, close: string): string {
  return wordings
    .slice(0, maxTitles)
    .map(({ name, title }) => `${open}${oneLine(title || name, maxTitleLength)}${close}`)
    .join(', ');
}

const en = (): Words => ({
  silent: {
    unknown:
      'madness: this project has a memory that nobody on this machine has trusted. Claude is told nothing of it. To look at it and decide: madness trust, in a terminal',
    replaced:
      'madness: another memory lies where a trusted one lay. Claude is told nothing of it. To look at it and decide: madness trust, in a terminal',
    damaged:
      'madness: the list of trusted memories cannot be read, so Claude is told nothing of this project’s memory. What mends it: madness doctor, in a terminal',
  },
  brought: (wordings) =>
    `madness: rules that no command here wrote, as after a git pull (${wordings.length}): ${titles(wordings, '“', '”')}${wordings.length > maxTitles ? ', …' : ''}. Claude is told them from the next session on. To keep this memory silent: madness trust --off`,
});

const zh = (): Words => ({
  silent: {
    unknown:
      'madness：此项目有一个记忆库，本机还没有人信任它，所以不会告诉 Claude 其中任何内容。查看并决定：在终端运行 madness trust',
    replaced:
      'madness：原来信任的记忆库的位置上现在是另一个记忆库，所以不会告诉 Claude 其中任何内容。查看并决定：在终端运行 madness trust',
    damaged:
      'madness：无法读取已信任记忆库的清单，所以不会告诉 Claude 此项目记忆库的任何内容。修复办法：在终端运行 madness doctor',
  },
  brought: (wordings) =>
    `madness：有 ${wordings.length} 条规则不是由本机命令写入的（例如 git pull 之后）：${titles(wordings, '“', '”')}${wordings.length > maxTitles ? '……' : ''}。从下一次会话起才会告诉 Claude。要让此记忆库保持沉默：madness trust --off`,
});

/** Made for one language: what is not said is not loaded. */
export const trustWordsIn = (language: 'en' | 'zh'): Words => (language === 'zh' ? zh() : en());
