import { useEffect, useState } from 'react'
import { contentPath, type ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent } from '../../api'
import { orgConfig, orgOf } from './bindings'
import { administratorsIn } from './commands/bind-folder'

/** What this person may do at a path, and whom to ask for more. */
export interface Rights {
  readonly mayWrite: boolean
  /** People and groups that may change the rights; empty when this person may not know them. */
  readonly ask: readonly string[]
}

/** What this person may do at the path; null while that is being asked, which is no reason to wait. */
export function useRights(path: ContentPath): Rights | null {
  const [known, setKnown] = useState<{ readonly path: ContentPath; readonly rights: Rights } | null>(null)
  useEffect(() => {
    let current = true
    const ask = () => {
      rightsAt(path).then(
        (rights) => current && setKnown({ path, rights }),
        // The service says no when it comes to it.
        (problem: unknown) => console.warn('What may be done here could not be asked.', problem)
      )
    }
    ask()
    const stop = onServiceEvent((event) => {
      if (
        event.type === 'hello' ||
        (event.type === 'config' && orgOf(contentPath(event.path)) === orgOf(path))
      )
        ask()
    })
    return () => {
      current = false
      stop()
    }
  }, [path])
  return known?.path === path ? known.rights : null
}

/** “Ask a, b or c.” */
export function whomToAsk({ ask }: Rights): string {
  if (ask.length === 0) return 'Ask whoever may change the organization’s config.'
  const last = ask.at(-1) ?? ''
  return `Ask ${ask.length === 1 ? last : `${ask.slice(0, -1).join(', ')} or ${last}`}.`
}

async function rightsAt(path: ContentPath): Promise<Rights> {
  const { actions } = await api.access(path)
  if (actions.includes('write')) return { mayWrite: true, ask: [] }
  const config = await orgConfig(orgOf(path)).catch(() => null)
  return { mayWrite: false, ask: config ? administratorsIn(config.text) : [] }
}
