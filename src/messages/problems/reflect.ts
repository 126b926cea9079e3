import type { Wordings } from '../../problem.js';

export const faults = {
  notOfJob: (expected: string, got: string) => [`It says ${got} instead of ${expected}.`, `这里要写 ${expected}，写的却是 ${got}。`],
  skillName: (name: string) => [`${name} will not do: write madness-reflect-NAME.`, `名称不能是 ${name}：要写成 madness-reflect-NAME。`],
  skillFrontMatter: ['Write the steps alone, without front matter.', '这里只写步骤，不要带 front matter。'],
} satisfies Wordings;
