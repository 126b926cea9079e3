/**
 * Tests by their first words whether the person redirects the work, in English or Chinese. It may take a request for a
 * correction and miss one in other words. Used for order and length in a digest and for reminders only; no number
 * depends on it.
 */
export function isCorrection(words: string): boolean {
  const start = words.slice(0, 400);
  const lower = start.toLowerCase();
  return (
    opening.test(lower) ||
    anywhere.test(lower) ||
    chineseOpening.test(start) ||
    chineseAnywhere.test(start)
  );
}

// For lower-case text: a case-insensitive pattern makes a hook load the tables of all letters.
const opening =
  /^[^\w\u3040-\u9fff]*(?:no|nope|nah|wait|hold on|stop|don['’]?t|do not|not (?:quite|what|that|like|yet)|never|instead|rather|actually|hmm+|wrong|incorrect|revert|undo|roll ?back|why (?:did|are|do|would|is|not)|you (?:forgot|missed|should|shouldn['’]?t|didn['’]?t|don['’]?t|are wrong|removed|broke|still)|that['’]?s (?:not|wrong|incorrect)|this is (?:not|wrong)|it['’]?s (?:not|still|wrong)|still|but|again|please (?:don['’]?t|stop|undo|revert)|i (?:said|asked|told|meant|don['’]?t|didn['’]?t|never|would rather|prefer))(?!-?\w)/;

const anywhere =
  /\b(?:(?:should|must|need) (?:not|only|never)|shouldn['’]?t|instead of|(?:is|are|was) (?:still )?(?:wrong|broken|not (?:right|correct|what))|(?:does|did)(?:n['’]?t| not) (?:work|help|fix)|not what i|as i said|i (?:already )?(?:said|told you)|you (?:forgot|missed|broke))\b/;

/** How a Chinese correction opens, simplified and traditional; what opens alike and corrects nothing is left out. */
const chineseOpenings: readonly string[] = [
  // Corrections: 不对, 不能这样. No corrections: 不要紧, 不用谢, 不错.
  '不(?![\u3040-\u9fff])',
  '不(?:[对對是行该該应應过過]|要(?![紧緊])|用(?![谢謝客])|能[这這那]|需要|可以|太[对對好行])',
  '(?:好像|似乎|感[觉覺]|有[点點])不[对對太]',
  // Don't, not yet, stop, wait; but 别忘了 asks for more, and 停用 names a task.
  '先?[别別](?![的人名处處忘急担擔客])',
  '先[不等]',
  '千万',
  '[没沒]有?必要',
  '先?停(?![\u3040-\u9fff])',
  '先?停(?:[下止手住]|一[下会會])',
  '等等',
  '等一?下',
  '慢着',
  // Wrong, again, back: 重做 but not 重新跑.
  '重(?:[来來做写寫]|新[来來做写寫改想弄])',
  '[错錯](?:了|的|[，。！]|$)',
  '撤[销銷回掉]',
  '回[滚滾退]',
  '[换換](?:[个個](?![话話问問][题題])|[成回掉])',
  '改[用回]',
  // This is too slow; still; but; forget it; in fact.
  '[这這那][^，。！？,.!?\\s]{0,6}(?:不[对對行是]|[错錯]了|太(?![好棒赞讚强強]))',
  '[还還](?:[是不没沒在原])',
  '仍',
  '依然',
  '又(?!一[个個]|.{1,3}又)',
  '但(?![愿願凡])',
  '可是',
  '算了(?![\u3040-\u9fff])',
  '其[实實]',
  // Matches "why", "who told you", "should have", but not the question 应该怎么.
  '[为為](?:什[么麼]|啥)',
  '怎[么麼][还還又不没沒]',
  '干嘛',
  '[谁誰][让讓叫]你',
  '[应應][该該](?!怎|如何|可以|[没沒]|差不多)',
  // Matches "I said", "I meant", "you forgot", but not the agreement 我没意见.
  '[说說][了过過]',
  '我[说說][过過了的不]',
  '我(?:[让讓叫]你|要的|指的|[问問]的|的意思|[没沒](?!有?[意问問事空])|不[想要是])',
  '你(?:[没沒忘漏又]|[还還][是没沒在]|不[该該应應]|怎[么麼])',
];

const chineseOpening = new RegExp(
  String.raw`^[^\w\u3040-\u9fff]*(?:[嗯呃额哦唉哎][^\w\u3040-\u9fff]*)*(?:${chineseOpenings.join('|')})`,
);

const chineseAnywhere =
  /不[应應该該][该該]?|我不是[说說]|改回|(?<!有)[没沒]有?(?:解[决決]|修好|生效|起作用)|[还還]是(?:不行|一[样樣]|[没沒]|[报報]|失[败敗]|[挂掛])|而不是|[说說]了多少|我(?:[刚剛]才|已[经經]|早就?)[说說]|我之前[就也]?[说說][过過了]|[你又](?:忘|漏|[错錯]了)|[搞弄][反混]了|(?<!哪.{0,2}|[没沒不报報出])[错錯]了(?![吗嗎么麼没沒])/u;
