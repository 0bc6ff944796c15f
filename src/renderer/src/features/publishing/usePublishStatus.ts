import { useEffect, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { PublishStatus } from '../../../../common/publishing/answers'
import { sentenceOf, useServiceEvents } from '../../api'
import { publishing } from '../../api/publishing'

export type PublishKnowledge =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly status: PublishStatus }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * What is published of a path, kept true by the event stream; a change of the source is taken from the event
 * itself.
 * @returns also a function that reads it again
 */
export function usePublishStatus(path: ContentPath): readonly [PublishKnowledge, () => void] {
  const [known, setKnown] = useState<{ path: ContentPath; knowledge: PublishKnowledge } | null>(null)
  const [look, setLook] = useState(0)
  const again = () => setLook((count) => count + 1)
  useEffect(() => {
    const stop = new AbortController()
    publishing.status(path, stop.signal).then(
      (status) => setKnown({ path, knowledge: { kind: 'known', status } }),
      (error: unknown) => {
        if (stop.signal.aborted) return
        setKnown({ path, knowledge: { kind: 'failed', message: sentenceOf(error) } })
      }
    )
    return () => stop.abort()
  }, [path, look])
  useServiceEvents((event) => {
    if (event.type === 'hello' || (event.type === 'published' && event.path === path)) return again()
    if (event.type !== 'file' || (event.path !== path && event.from !== path)) return
    const { etag } = event
    if (etag === undefined || event.change === 'moved') return again()
    setKnown((current) =>
      current?.path === path && current.knowledge.kind === 'known'
        ? { path, knowledge: { kind: 'known', status: withSource(current.knowledge.status, etag) } }
        : current
    )
  })
  return [known?.path === path ? known.knowledge : { kind: 'loading' }, again]
}

const withSource = (status: PublishStatus, etag: string): PublishStatus => ({
  ...status,
  edit: { ...status.edit, status: 200, etag }
})
