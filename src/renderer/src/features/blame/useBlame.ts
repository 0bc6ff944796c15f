import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api'
import type { BlameFinder, BlameResult, BlameSearch, Looked } from './find-blame'

type BlameState =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'looking'; readonly looked: Looked | null }
  | { readonly kind: 'stopped'; readonly looked: Looked | null }
  | { readonly kind: 'told'; readonly result: BlameResult }
  | { readonly kind: 'failed'; readonly message: string }

export interface Blaming {
  readonly state: BlameState
  /** Begins, or goes on from where it was stopped. */
  readonly ask: () => void
  readonly stop: () => void
}

const unasked = { kind: 'unasked' } as const

/** Asks who changed something last when told to (D11); stops when told to, and when what asks goes away. */
export function useBlame(find: BlameFinder): Blaming {
  const [state, setState] = useState<BlameState>(unasked)
  const running = useRef<AbortController | null>(null)
  const search = useRef<BlameSearch | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const ask = useCallback(() => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const going = (search.current ??= find())
    setState((old) => ({ kind: 'looking', looked: old.kind === 'stopped' ? old.looked : null }))
    going
      .go(signal, (looked) => !signal.aborted && setState({ kind: 'looking', looked }))
      .then(
        (result) => !signal.aborted && setState({ kind: 'told', result }),
        (problem: unknown) => !signal.aborted && setState({ kind: 'failed', message: sentenceOf(problem) })
      )
  }, [find])
  const stop = useCallback(() => {
    running.current?.abort()
    setState((old) => (old.kind === 'looking' ? { kind: 'stopped', looked: old.looked } : old))
  }, [])
  return { state, ask, stop }
}
