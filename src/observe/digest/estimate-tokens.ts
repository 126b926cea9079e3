/**
 * More tokens than a text takes, without a tokenizer. A word or a hump of a name counts one for four letters, letters
 * mixed with digits four for five, a digit and a sign one each, a Chinese, Japanese or Korean character one and a
 * half, any other letter one, a line break or an indentation one, anything else three.
 * Over 1,400 pieces of real transcripts, outputs and Chinese dialogues it is 1.3 to 1.4 times what o200k, cl100k and
 * the public Claude tokenizer count at most (Chinese 1.26, random letters and digits 1.15).
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
  /((?<![A-Za-z\d])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{6,})|([A-Z]?[a-z]+|[A-Z]+)|(\d+)|([!-/:-@[-`{-~])|([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef])|(\p{L}|\p{M})|([\r\n]|[ \t]{2,})|[^ \t]/gu;
