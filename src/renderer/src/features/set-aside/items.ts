import { useCallback, useEffect, useState } from 'react'
import type { SetAsideItem, WorkspaceProblem } from '../../../../common/api/types'
import { plainText } from '../../../../common/trust'
import { api, sentenceOf } from '../../api'

type SetAsideList =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly items: readonly SetAsideItem[] }
  | { readonly status: 'failed'; readonly message: string }

/** What was set aside, newest first. */
export function useSetAside(): { readonly list: SetAsideList; readonly reload: () => void } {
  const [list, setList] = useState<SetAsideList>({ status: 'loading' })
  const reload = useCallback(() => {
    api.setAside().then(
      (items) => setList({ status: 'ready', items }),
      (error: unknown) => setList({ status: 'failed', message: sentenceOf(error) })
    )
  }, [])
  useEffect(reload, [reload])
  return { list, reload }
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
