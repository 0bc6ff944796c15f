import type { WordsKept } from './draft-keeper'

/**
 * What becomes of words that are not saved, for the person who typed them. Empty while it is not known yet.
 */
export function keptWords(kept: WordsKept): string {
  if (kept === null) return ''
  return words[kept]
}

const words: Readonly<Record<NonNullable<WordsKept>, string>> = {
  disk: 'Your words are kept as a draft.',
  'while-running': 'No disk takes a draft of your words: they are kept only until Galley ends.',
  window:
    'Your words are nowhere but in this window: no draft of them could be kept. Make room on the disk, or save them to a file.'
}

/** What is said when changes that are not saved are closed. @param subject “The changes of the schema …” */
export function keptOnClosing(subject: string, kept: WordsKept): string {
  if (kept === 'window') return `${subject} are not saved, and could not be kept: no disk took them.`
  if (kept === 'while-running')
    return `${subject} are not saved. No disk takes them: they are kept until Galley ends, and come back when you open it.`
  return `${subject} are not saved. They are kept here and come back when you open it.`
}
