import { useEffect, useState } from 'react'
import type { SetAsideItem, WorkspaceProblem } from '../../../../common/api/types'
import { plainText } from '../../../../common/trust'
import { api, sentenceOf } from '../../api'
import { createSignal } from '../../state/signal'

/** Something was deleted: whoever shows the list reads it anew. A question takes its place meanwhile, and it is made anew then. */
const changed = createSignal<void>()

/** @throws ApiError when it is still there */
export async function deleteSetAside(name: string): Promise<void> {
  await api.deleteSetAside(name)
  changed.notify()
}

type SetAsideList =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly items: readonly SetAsideItem[] }
  | { readonly status: 'failed'; readonly message: string }

/** What was set aside, newest first. */
export function useSetAside(): { readonly list: SetAsideList; readonly reload: () => void } {
  const [list, setList] = useState<SetAsideList>({ status: 'loading' })
  useEffect(() => {
    let asked = 0
    const read = () => {
      asked += 1
      const mine = asked
      const take = (next: SetAsideList) => {
        if (mine === asked) setList(next)
      }
      api.setAside().then(
        (items) => take({ status: 'ready', items }),
        (error: unknown) => take({ status: 'failed', message: sentenceOf(error) })
      )
    }
    read()
    return changed.subscribe(read)
  }, [])
  return { list, reload: changed.notify }
}

/** More is saved, not shown. */
export const MOST_SHOWN = 1024 * 1024

/** What it was called in the workspace: a store adds a GUID, so that nothing is written over. */
export const formerName = (name: string): string =>
  plainText(name.replace(/\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, ''))

/** Why, as far as this run was told of it. */
export function whyOf(item: SetAsideItem, problems: readonly WorkspaceProblem[]): string | null {
  const former = formerName(item.name)
  const found = problems.find(({ where }) => where.split(/[/\\]/).at(-1) === former)
  return found ? plainText(found.message) : null
}
