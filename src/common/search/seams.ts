/**
 * Whether a part of a word that is written together begins with `here`: a number beside letters, a large
 * letter behind a small one, the last of several large ones (`HTMLPage`).
 * @param next `''` at the end
 */
export function isSeam(before: string, here: string, next: string): boolean {
  if (isNumber(before) !== isNumber(here)) return true
  if (!isUpper(here)) return false
  return !isUpper(before) || (next !== '' && !isUpper(next) && !isNumber(next))
}

const isNumber = (sign: string) => /^\p{N}/u.test(sign)
const isUpper = (sign: string) => /^\p{Lu}/u.test(sign)
