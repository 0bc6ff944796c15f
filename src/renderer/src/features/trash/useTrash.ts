import { useEffect, useState } from 'react'
import type { TrashItem } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf, useServiceEvents } from '../../api'

export type Trash =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly items: readonly TrashItem[] }
  | { readonly status: 'failed'; readonly forbidden: boolean; readonly message: string }

/** What is in the trash of a site, kept true by events. */
export function useTrash(site: ContentPath): { readonly trash: Trash; readonly reload: () => void } {
  const [round, setRound] = useState(0)
  const [trash, setTrash] = useState<Trash>({ status: 'loading' })
  useEffect(() => {
    const stopping = new AbortController()
    api.trash(site, { signal: stopping.signal }).then(
      (items) => setTrash({ status: 'ready', items }),
      (error: unknown) => {
        if (reasonOf(error) === 'cancelled') return
        setTrash({ status: 'failed', forbidden: reasonOf(error) === 'forbidden', message: sentenceOf(error) })
      }
    )
    return () => stopping.abort()
  }, [site, round])
  const reload = () => setRound((before) => before + 1)
  useServiceEvents((event) => {
    if (event.type === 'hello' || (event.type === 'trash' && event.site === site)) reload()
  })
  return { trash, reload }
}
