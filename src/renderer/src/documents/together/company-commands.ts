import { useEffect, useRef } from 'react'
import { useRead } from '../../state/signal'
import { registerCommands, type Command } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { changeEditorSettings, useEditorSettings } from '../../workbench/editor-settings'
import { notify } from '../../workbench/toast'
import type { Company } from './company'
import { eachOf } from './people-words'

/** Who else is in the document, by palette and keyboard: who they are, going to them, and following them. */
export function useCompanyCommands(company: Company): void {
  const isThere = useRead(company.changed, () => company.people.length > 0)
  const isMore = useRead(company.changed, () => company.people.length > 1)
  const isFollowing = useRead(company.changed, () => company.following !== null)
  const { hidden } = useEditorSettings()
  /** Whom one went to last, or follows: the next time it is the next one. */
  const last = useRef<number | null>(null)
  useEffect(() => {
    const next = () => {
      const { people } = company
      const at = people.findIndex(({ who }) => who === last.current)
      const one = people[(at + 1) % people.length] ?? null
      last.current = one?.who ?? null
      return one
    }
    const follow: Command = {
      ...viewCommand('document.follow-person'),
      ...(isFollowing && { title: 'Stop following' }),
      run: () => company.follow(isFollowing ? null : next())
    }
    const followNext: Command = {
      ...viewCommand('document.follow-next-person'),
      run: () => company.follow(next())
    }
    const goTo: Command = {
      ...viewCommand('document.go-to-person'),
      run: () => {
        const one = next()
        if (one) company.goTo(one)
      }
    }
    return registerCommands([
      {
        ...viewCommand('document.who-is-here'),
        run: () => notify(eachOf(company.people, (one) => company.wordsOf(one)))
      },
      {
        ...viewCommand('document.hide-cursor'),
        ...(hidden && { title: 'Show others where I am' }),
        run: () => changeEditorSettings({ hidden: !hidden })
      },
      ...(isThere ? [goTo, follow] : []),
      ...(isMore && isFollowing ? [followNext] : [])
    ])
  }, [company, isThere, isMore, isFollowing, hidden])
}
