/** A word of five to ten letters for each number, the same each time. */
export function wordAt(number: number): string {
  const signs = 'aeioubdfgklmnprstvzäöéñ'
  let rest = number * 7919 + 104_729
  let word = ''
  while (word.length < 5 + (number % 6)) {
    word += signs[rest % signs.length] ?? ''
    rest = Math.floor(rest / signs.length) || number + word.length * 31
  }
  return word
}

/**
 * Some 2.3 KB of text, its words as often as words of a language are.
 * @param vocabulary so many there are: more pages have more of them
 */
export function pageWith(number: number, vocabulary = 60_000): string {
  let state = number + 1
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const words = (count: number) =>
    Array.from({ length: count }, () => wordAt(Math.floor(vocabulary ** random()))).join(' ')
  const paragraphs = Array.from(
    { length: 8 },
    (_, at) =>
      `    <p>${words(14)} <a href="/f${at}/page-${number}">${words(3)}</a> ${words(12)} <strong>${words(2)}</strong> ${words(4)}.</p>\n`
  ).join('')
  return `<body>\n  <main>\n    <div>\n    <h1>${words(4)}</h1>\n${paragraphs}    </div>\n  </main>\n</body>\n`
}
