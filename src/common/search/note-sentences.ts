import type { SearchAnswer } from './answer'

/** Says in a sentence what of a question was not taken as it was typed (FI3). */
export function noteSentence(
  { kind, start, end, meant, why }: SearchAnswer['notes'][number],
  q: string
): string {
  const written = q.slice(start, end)
  switch (kind) {
    case 'open-quote':
      return 'The quotation mark is not closed: its words are looked for wherever they are.'
    case 'unknown-filter':
      return `“${written}” is no filter, and is looked for as a word.${meant === undefined ? '' : ` Is “${meant}:” meant?`}`
    case 'bad-value':
      return `“${written}” says nothing that this filter knows, and counts for nothing.`
    case 'pattern':
      return `Words and patterns cannot stand for each other: “${written}” counts for nothing behind or before OR.`
    case 'linked':
      return `What asks for links or labels stands for nothing else: “${written}” counts for nothing behind or before OR.`
    case 'bad-pattern':
      return `This is no pattern from “${written}” on${why === undefined ? '' : `: ${why.toLowerCase()}`}.`
    case 'slow-pattern':
      return `“${written}” takes too long on some files, which were not looked through. Say less that repeats within what repeats.`
    case 'not-past':
      return `“${written}” can be asked of what is there now alone, and counts for nothing in history and trash.`
    case 'not-one':
      return 'Say what is to be replaced as one word, several words in "quotation marks", or one /pattern/. Filters beside it choose the files.'
    case 'only-now':
      return 'What went, or lies in the trash, cannot be replaced: leave out in:history and in:trash.'
    case 'only-not':
      return 'Say what is to be found too, not only what is not.'
    case 'no-words':
      return 'There are no words in this that could be looked for.'
    case 'cut':
      return 'This is too much for one question: what is underlined was left out.'
  }
}
