import type { SearchAnswer } from '../../../../common/search/answer'
import { sameQuestion, useSearchState } from './search-state'

interface ShownNotes {
  readonly notes: SearchAnswer['notes']
  /** As it stands in the field. */
  readonly query: string
}

/** What of the question in the field was not taken as it was typed; nothing while another one was answered. */
export function useShownNotes(): ShownNotes {
  const { answer, ...asked } = useSearchState()
  const { query } = asked
  if (!answer || !sameQuestion(answer.asked, asked)) return { notes: [], query }
  // blanks before it were not asked
  const by = query.length - query.trimStart().length
  return {
    notes: answer.notes.map((note) => ({ ...note, start: note.start + by, end: note.end + by })),
    query
  }
}
