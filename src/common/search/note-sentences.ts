import type { SearchAnswer } from './answer'

/** Says in a sentence what of a question was not taken as it was typed (FI3). */
export function noteSentence({ kind, start, end, meant }: SearchAnswer['notes'][number], q: string): string {
  const written = q.slice(start, end)
  switch (kind) {
    case 'open-quote':
      return 'The quotation mark is not closed: its words are looked for wherever they are.'
    case 'unknown-filter':
      return `“${written}” is no filter, and is looked for as a word.${meant === undefined ? '' : ` Is “${meant}:” meant?`}`
    case 'bad-value':
      return `“${written}” says nothing that this filter knows, and counts for nothing.`
    case 'pattern':
      return `Texts are not looked through for patterns: “${written}” counts for nothing.`
    case 'only-not':
      return 'Say what is to be found too, not only what is not.'
    case 'no-words':
      return 'There are no words in this that could be looked for.'
    case 'cut':
      return 'This is too much for one question: what is underlined was left out.'
  }
}
