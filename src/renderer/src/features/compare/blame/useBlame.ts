import { useCallback, useEffect, useRef, useState } from 'react'
import { splitName, nameOf, type ContentPath } from '../../../../../common/content/paths'
import type { BlamePlace } from '../../../../../common/diff'
import { sentenceOf } from '../../../api'
import { formatOf } from '../format'
import { blameFor, type BlameFinder, type BlameResult } from './find-blame'

export type BlameState =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'told'; readonly result: BlameResult }
  | { readonly kind: 'failed'; readonly message: string }

const unasked = { kind: 'unasked' } as const

/** Asks when told to, and stops when what asks goes away. */
export function useBlameFinder(find: BlameFinder): readonly [BlameState, () => void] {
  const [state, setState] = useState<BlameState>(unasked)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const ask = useCallback(() => {
    stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    setState({ kind: 'looking' })
    find(signal).then(
      (result) => !signal.aborted && setState({ kind: 'told', result }),
      (problem: unknown) => !signal.aborted && setState({ kind: 'failed', message: sentenceOf(problem) })
    )
  }, [find])
  return [state, ask]
}

/**
 * Who last changed a place of the file as it is saved: a field by its JSON Pointer, a cell or row of a sheet, or a block of a page (D11).
 * For forms and grids: `const [blame, ask] = useBlame(path, { kind: 'field', pointer })`, shown with `blameWords`.
 */
export function useBlame(path: ContentPath, place: BlamePlace): readonly [BlameState, () => void] {
  const find: BlameFinder = (signal) =>
    blameFor(
      path,
      formatOf(splitName(nameOf(path)).ext),
      { kind: 'current', path },
      { in: 'after', place }
    )(signal)
  return useBlameFinder(find)
}
