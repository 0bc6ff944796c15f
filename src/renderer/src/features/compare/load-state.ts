import { useEffect, useState, useSyncExternalStore } from 'react'
import { GalleyError } from '../../../../common/errors'
import type { ContentPath } from '../../../../common/content/paths'
import type { StateRef } from '../../app/workbench'
import { api, onServiceEvent, reasonOf, sentenceOf } from '../../api'
import { openDocumentAt, touches, useOpenDocument } from '../documents'

/** The content of a state, as last read. */
export type LoadedState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string; readonly gone: boolean }
  | { readonly kind: 'ready'; readonly bytes: Uint8Array }

const loading: LoadedState = { kind: 'loading' }
const DRAFT_DELAY = 300

/** Reads a state and follows it: versions stay, what is there now and what is typed change. */
export function useStateContent(ref: StateRef): LoadedState {
  const [state, setState] = useState<LoadedState>(loading)
  const revision = useOpenDocument(ref.kind === 'draft' ? ref.path : null)?.revision ?? 0
  const key = ref.kind === 'version' ? ref.url : `${ref.kind}:${ref.path}`
  const changed = useChanges(ref)

  useEffect(() => {
    let wanted = true
    const load = () =>
      read(ref).then(
        (bytes) => wanted && setState({ kind: 'ready', bytes }),
        (problem: unknown) =>
          wanted &&
          setState({ kind: 'failed', message: sentenceOf(problem), gone: reasonOf(problem) === 'not-found' })
      )
    const timer = setTimeout(() => void load(), revision > 0 ? DRAFT_DELAY : 0)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says everything about `ref`
  }, [key, revision, changed])
  return state
}

export function sameState(a: StateRef, b: StateRef): boolean {
  return (
    a.kind === b.kind &&
    a.path === b.path &&
    (a.kind !== 'version' || b.kind !== 'version' || a.url === b.url)
  )
}

async function read(ref: StateRef): Promise<Uint8Array> {
  if (ref.kind === 'version') return (await api.readVersion(ref.url)).bytes
  const session = ref.kind === 'draft' ? openDocumentAt(ref.path) : null
  if (session) return session.bytes()
  try {
    return (await api.read(ref.path)).bytes
  } catch (problem) {
    if (problem instanceof GalleyError && problem.reason === 'not-found') {
      throw new GalleyError('not-found', 'The file is not there any more. Its versions still are.')
    }
    throw problem
  }
}

/** Counts what the service tells about the file, for a state that changes with it. */
function useChanges(ref: StateRef): number {
  const [counter] = useState(() => createCounter())
  return useSyncExternalStore(
    ref.kind === 'current' ? (tell) => counter.follow(ref.path, tell) : idle,
    counter.count
  )
}

const idle = () => () => {}

function createCounter() {
  let count = 0
  return {
    count: () => count,
    follow: (path: ContentPath, tell: () => void) =>
      onServiceEvent((event) => {
        if (!touches(event, path)) return
        count++
        tell()
      })
  }
}
