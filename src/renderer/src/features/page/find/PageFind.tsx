import { useEffect, useState } from 'react'
import { endFinding, type Search } from '../../../engines/page/find/find'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { viewCommand } from '../../../workbench/commands/view-commands'
import { FindBar } from './FindBar'
import { words } from './words'

interface PageFindProps {
  readonly surface: PageSurface
  readonly readOnly: boolean
}

/** What the search was asked for, each time anew. */
export interface AskedFind {
  readonly count: number
  readonly field: 'find' | 'replace'
}

const atFirst: Search = { words: '', matchCase: false, wholeWords: false, isPattern: false, isDeep: false }

/** Finds in a page, and replaces (VE14); shown once it is asked for. */
export function PageFind({ surface, readOnly }: PageFindProps) {
  const [asked, setAsked] = useState<AskedFind | null>(null)
  const [search, setSearch] = useState(atFirst)
  useEffect(() => {
    const ask = (field: AskedFind['field']) => {
      const chosen = surface.hasFocus() ? chosenWords(surface) : ''
      if (chosen !== '') setSearch((before) => ({ ...before, words: chosen }))
      setAsked((before) => ({ count: (before?.count ?? 0) + 1, field }))
    }
    return registerCommands([
      { ...viewCommand('document.find'), title: words.find, run: () => ask('find') },
      {
        ...viewCommand('document.replace'),
        also: ['mod+H'],
        enabled: () => !readOnly,
        run: () => ask('replace')
      }
    ])
  }, [surface, readOnly])
  useEffect(() => () => endFinding(surface), [surface])
  if (!asked) return null
  const close = () => {
    setAsked(null)
    endFinding(surface)
    surface.focus()
  }
  return (
    <FindBar
      surface={surface}
      readOnly={readOnly}
      asked={asked}
      search={search}
      onSearch={setSearch}
      onClose={close}
    />
  )
}

/** Words of one line that are chosen: most often what is looked for. */
function chosenWords({ state }: PageSurface): string {
  if (!state) return ''
  const { from, to, $from, $to } = state.selection
  return $from.sameParent($to) && $from.parent.isTextblock && to - from < 100
    ? state.doc.textBetween(from, to)
    : ''
}
