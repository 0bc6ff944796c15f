import { useEffect, useState } from 'react'
import type { TrashItem } from '../../../../common/api/types'
import { contentPath, isWithin, type ContentPath } from '../../../../common/content/paths'
import { isSchemaPlace } from '../../../../common/formats/structured'
import { api, reasonOf, sentenceOf, useServiceEvents } from '../../api'

type Trash =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly items: readonly TrashItem[] }
  | { readonly status: 'failed'; readonly forbidden: boolean; readonly message: string }

/**
 * What is in the trash below a place, newest first, kept true by events.
 * @param scope a site, or the root for the trash of every site, with the sites and organizations that were
 * deleted themselves
 * @param schemas deleted schemas, which only the schema editor shows (F8); else everything but them
 */
export function useTrash(
  scope: ContentPath,
  schemas = false
): { readonly trash: Trash; readonly reload: () => void } {
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ readonly scope: ContentPath; readonly trash: Trash } | null>(null)
  useEffect(() => {
    const stopping = new AbortController()
    api.trash(scope, { signal: stopping.signal }).then(
      (items) =>
        setRead({
          scope,
          trash: { status: 'ready', items: items.filter(({ path }) => isSchemaPlace(path) === schemas) }
        }),
      (error: unknown) => {
        const reason = reasonOf(error)
        if (reason === 'cancelled') return
        setRead({
          scope,
          trash: { status: 'failed', forbidden: reason === 'forbidden', message: sentenceOf(error) }
        })
      }
    )
    return () => stopping.abort()
  }, [scope, schemas, round])
  const reload = () => setRound((before) => before + 1)
  useServiceEvents((event) => {
    if (event.type === 'hello' || (event.type === 'trash' && isWithin(contentPath(event.site), scope)))
      reload()
  })
  return { trash: read?.scope === scope ? read.trash : { status: 'loading' }, reload }
}
