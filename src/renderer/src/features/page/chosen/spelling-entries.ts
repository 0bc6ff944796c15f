import { LONGEST_WORD } from '../../../../../common/spelling'
import type { PageSurface } from '../../../engines/page/surface'
import { wordAt } from '../../../engines/page/word-at'
import { desktop } from '../../../workbench/bridge'
import type { PointMenuEntry } from '../../../workbench/PointMenu'
import { isChecking, keepWord, spelling } from '../../../workbench/spelling'
import { words } from './words'

const MOST_SUGGESTIONS = 5

/** What can be done with a word at the place that the checker does not know (VE21); nothing for all others. */
export function spellingEntries(surface: PageSurface, pos: number | null): PointMenuEntry[] {
  const { state } = surface
  const known = spelling()
  if (!state || pos === null || !isChecking(known)) return []
  const found = wordAt(state.doc, pos)
  if (!found || found.word.length > LONGEST_WORD || known.words.includes(found.word)) return []
  const meant = desktop()?.misspelled(found.word) ?? null
  if (meant === null) return []
  const { word, from, to } = found
  return [
    ...meant.slice(0, MOST_SUGGESTIONS).map((title) => ({
      title,
      run: () =>
        void surface.run((now, dispatch) => {
          // somebody else may have written there meanwhile
          if (now.doc.textBetween(from, Math.min(to, now.doc.content.size)) !== word) return false
          dispatch?.(now.tr.insertText(title, from, to).scrollIntoView())
          return true
        })
    })),
    ...(meant.length === 0 ? [{ title: words.noSuggestion, off: true }] : []),
    { title: words.addWord, run: () => void keepWord(word, true) },
    { title: words.ignoreWord, run: () => void keepWord(word, false) }
  ]
}
