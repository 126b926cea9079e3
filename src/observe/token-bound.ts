/**
 * More tokens than a text takes, without a tokenizer. A word counts one for four letters, a hump of a name as a
 * word, letters mixed with digits one for a letter and a half, a digit and a sign one each, a Chinese, Japanese or
 * Korean character one and a half, any other letter one, anything else three. Single spaces join the next word.
 */
export function tokenBound(text: string): number {
  let tokens = 0;
  for (const match of text.matchAll(piece)) {
    const [found, mixed, hump, digits, sign, ideograph, letter, gap] = match;
    if (mixed !== undefined) tokens += found.length / 1.25;
    else if (hump !== undefined) tokens += Math.ceil(found.length / 4);
    else if (digits !== undefined || sign !== undefined) tokens += found.length;
    else if (ideograph !== undefined) tokens += 1.5;
    else if (letter !== undefined || gap !== undefined) tokens += 1;
    else tokens += 3;
  }
  return Math.ceil(tokens);
}

const piece =
  /((?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{6,})|([A-Z]?[a-z]+|[A-Z]+)|(\d+)|([!-/:-@[-`{-~])|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef])|(\p{L}|\p{M})|([\r\n]|[ \t]{2,})|[^ \t]/gu;
