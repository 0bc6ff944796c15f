/**
 * The signs that one sign of a text counts as when words are compared (FI1): lower case, without accents and
 * vowel points, compatibility forms as the plain ones, digits of every script as 0 to 9. The marks that make
 * a letter another one stay: vowels of Indic scripts and Thai, the voicing of kana.
 * @param sign one code point
 * @returns `''` for what is never part of a word's spelling: accents, soft hyphens, joiners; a blank, or a
 *   sign of ASCII, for what parts words
 */
export function foldSign(sign: string): string {
  const code = sign.charCodeAt(0)
  if (code < 128) return code >= 65 && code <= 90 ? sign.toLowerCase() : sign
  const known = folded.get(sign)
  if (known !== undefined) return known
  const found = foldAnew(sign)
  if (folded.size < MOST_KNOWN) folded.set(sign, found)
  return found
}

/** A pure function is asked for the same few signs again and again. */
const folded = new Map<string, string>()
const MOST_KNOWN = 20_000

function foldAnew(sign: string): string {
  if (/[\p{Cf}\u0640]/u.test(sign)) return ''
  if (marks.has(sign)) return ' '
  let text = ''
  // large letters without compatibility forms of their own, such as Ⅷ, are taken apart before
  for (const part of sign.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (isAccent(part)) continue
    text += letters[part] ?? (/\p{Nd}/u.test(part) ? digitOf(part) : part)
  }
  if (text === '') return ''
  // what is taken apart into more than letters, such as ℀, keeps those
  return text.replace(/[^\p{L}\p{N}\p{M}\p{So}]/gu, '') || ' '
}

/** Signs that stand behind a word and are none of its letters. */
const marks: ReadonlySet<string> = new Set('™℠©®°')

const isAccent = (part: string): boolean =>
  /\p{M}/u.test(part) &&
  !/[\u3099\u309a]/.test(part) &&
  /[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(
    part
  )

/** Letters of their own, as people without them on their keyboard write them. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ς: 'σ'
}

/** The digits of a script lie side by side, ten of them. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}
