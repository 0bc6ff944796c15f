/** What finding in a page says. */
export const words = {
  find: 'Find in the page',
  by: 'Replace with',
  matchCase: 'Match case',
  wholeWords: 'Whole words',
  pattern: 'Pattern (regular expression)',
  inSelection: 'Only in what is chosen',
  deep: 'Also in addresses, descriptions of pictures and HTML',
  replace: 'Replace',
  replaceAll: 'Replace all',
  close: 'Close the search',
  broken: 'This is no pattern.',
  slow: 'This pattern takes too long. Make it simpler.',
  inHtml: 'This is in HTML. Look also in HTML to replace it.',
  found: (count: number) => (count === 1 ? '1 place found' : `${count} places found`),
  replaced: (count: number, left: number) =>
    `${count === 1 ? '1 place' : `${count} places`} replaced${left === 0 ? '.' : `, ${left} left as ${left === 1 ? 'it is' : 'they are'}: in HTML.`}`
} as const
