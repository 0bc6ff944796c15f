import { contentPath, type ContentPath, orgOf } from '../../../../common/content/paths'
import { api, onServiceEvent } from '../../api'
import { createStore, useStore, type Store } from '../../state/store'
import { orgConfig } from './bindings'
import { administratorsIn } from './bind-folder'

/** What this person may do at a path, and whom to ask for more. */
export interface Rights {
  readonly mayRead: boolean
  readonly mayWrite: boolean
  /** People and groups that may change the rights; empty when this person may not know them. */
  readonly ask: readonly string[]
}

/** What this person may do at the path; null while that is being asked, which is no reason to wait. */
export function useRights(path: ContentPath): Rights | null {
  return useStore(rightsOf(path))
}

/** Of what is shown: asked once for each path, however many things of it are shown. */
const watched = new Map<ContentPath, Store<Rights | null>>()

function rightsOf(path: ContentPath): Store<Rights | null> {
  const known = watched.get(path)
  if (known) return known
  const ask = () =>
    // The service says no when it comes to it.
    void rightsAt(path).then(rights.set, (problem: unknown) =>
      console.warn('What may be done here could not be asked.', problem)
    )
  const rights = createStore<Rights | null>(null, () => {
    const stop = onServiceEvent((event) => {
      const concerns =
        event.type === 'hello' || (event.type === 'config' && orgOf(contentPath(event.path)) === orgOf(path))
      if (concerns) ask()
    })
    ask()
    return () => {
      stop()
      watched.delete(path)
    }
  })
  watched.set(path, rights)
  return rights
}

/** Why this person cannot change what is there; null when they can, or that is not known yet. */
export function useRefusal(path: ContentPath, what = 'document'): string | null {
  const rights = useRights(path)
  return rights === null || rights.mayWrite ? null : refusalOf(rights, what)
}

/** The same in this moment, of a path that something shown asks about. */
export function refusalNow(path: ContentPath, what = 'document'): string | null {
  const rights = watched.get(path)?.now() ?? null
  return rights === null || rights.mayWrite ? null : refusalOf(rights, what)
}

export const refusalOf = (rights: Rights, what: string): string =>
  `${rights.mayRead ? `You may read this ${what}, not change it.` : `You may not read this ${what}.`} ${whomToAsk(rights)}`

/** “Ask a, b or c.” */
export function whomToAsk({ ask }: Rights): string {
  if (ask.length === 0) return 'Ask whoever may change the organization’s config.'
  const last = ask.at(-1) ?? ''
  return `Ask ${ask.length === 1 ? last : `${ask.slice(0, -1).join(', ')} or ${last}`}.`
}

async function rightsAt(path: ContentPath): Promise<Rights> {
  const { actions } = await api.access(path)
  if (actions.includes('write')) return { mayRead: true, mayWrite: true, ask: [] }
  const config = await orgConfig(orgOf(path)).catch(() => null)
  return {
    mayRead: actions.includes('read'),
    mayWrite: false,
    ask: config ? administratorsIn(config.text) : []
  }
}
