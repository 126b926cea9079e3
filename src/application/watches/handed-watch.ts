import { verifyWatch } from '../../learn/watches/verify-watch.js';
import { guardOfRule } from '../../learn/watches/watch.js';
import { type WatchFault, words } from '../../messages/rules/watch.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset, Watch } from '../../schema.gen.js';

/** What is wrong with a watch that was handed in. `file` and `at` say where it stands. */
export function watchProblems(faults: readonly WatchFault[], file: string, at = ''): Problem[] {
  return faults.map((one) => {
    const say = (language: 'en' | 'zh') =>
      words[language].faults[one.fault](`${at}${one.at}`, one.named);
    return problem('asset/watch', { file }, [say('en'), say('zh')]);
  });
}

/** The faults of a watch that a model gives with the sentence that it read it in. */
export function faultsOfGiven(watch: Watch, sentence: string): Problem[] {
  return watchProblems(verifyWatch(watch, [sentence]).faults, '--watch');
}

/** Why no reminder can come for a rule; undefined where one can. */
export function whySilent(rule: Pick<Asset, 'watch' | 'guard'>, file: string): Problem | undefined {
  if (guardOfRule(rule) !== undefined) return undefined;
  return problem('asset/uncounted', { file }, [words.en.uncounted, words.zh.uncounted]);
}
