/**
 * Words with what holds them together, signs of scripts that know no spaces one by one, blanks, other signs.
 */
const pieces =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_])+(?:['’.,-](?=[\p{L}\p{N}])(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_])+)*|./gsu
const simplePieces = /\s+|[A-Za-z0-9_]+(?:['.,-][A-Za-z0-9_]+)*|./gs

/** A text cut into words and what is between them; together they are the text. */
export function wordsOf(text: string): readonly string[] {
  // eslint-disable-next-line no-control-regex -- plain ASCII is the quick way, the rest needs the tables of Unicode
  return text.match(/^[\x00-\x7f]*$/.test(text) ? simplePieces : pieces) ?? []
}
