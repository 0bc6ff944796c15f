import { useEffect, useEffectEvent, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { JobResource } from '../../../../common/publishing/jobs'
import { sentenceOf } from '../../api'
import { checkMany, type CheckProgress } from './check-many'

/** How far a check of many is, and what it found. */
export type ManyCheck =
  | { readonly kind: 'running'; readonly progress: CheckProgress | null }
  | { readonly kind: 'done'; readonly resources: readonly JobResource[] }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * Checks all that the paths mean as long as it is shown (U7); without any there is nothing to find.
 * @param paths as a job takes them; the same list at each drawing
 * @param onEnd told once, with what the check came to
 */
export function useManyCheck(
  site: ContentPath,
  paths: readonly string[],
  onEnd: (check: Exclude<ManyCheck, { kind: 'running' }>) => void
): ManyCheck {
  const [check, setCheck] = useState<ManyCheck>(
    paths.length === 0 ? { kind: 'done', resources: [] } : { kind: 'running', progress: null }
  )
  const end = useEffectEvent((found: Exclude<ManyCheck, { kind: 'running' }>) => {
    setCheck(found)
    onEnd(found)
  })
  useEffect(() => {
    if (paths.length === 0) return undefined
    const stopping = new AbortController()
    const { signal } = stopping
    const onProgress = (progress: CheckProgress) => {
      if (!signal.aborted) setCheck({ kind: 'running', progress })
    }
    checkMany(site, paths, { signal, onProgress }).then(
      (resources) => {
        if (!signal.aborted) end({ kind: 'done', resources })
      },
      (error: unknown) => {
        if (!signal.aborted) end({ kind: 'failed', message: sentenceOf(error) })
      }
    )
    return () => stopping.abort()
  }, [site, paths])
  return check
}
