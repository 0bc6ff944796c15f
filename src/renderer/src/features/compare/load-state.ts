import { useLayoutEffect, useState } from 'react'
import { GalleyError } from '../../../../common/errors'
import type { ContentPath } from '../../../../common/content/paths'
import { stateKey, type StateRef } from '../../workbench/workbench'
import { api, onServiceEvent, reasonOf, sentenceOf } from '../../api'
import { configDraft } from '../configs'
import { openDocumentAt, subscribeDocuments, touches } from '../../documents'
import { remoteBytes } from '../../documents/versions/remote-bytes'
import { useRead } from '../../state/signal'
import { diskBytes } from './disk-files'
import { readPublished } from '../publishing'

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
  const draftPath = ref.kind === 'draft' ? ref.path : null
  const revision = useRead(
    { subscribe: subscribeDocuments },
    () => (draftPath === null ? null : openDocumentAt(draftPath))?.revision() ?? 0
  )
  const key = stateKey(ref)
  const changed = useChanges(ref)
  const draft = ref.kind === 'config-draft' ? configDraft(ref.path) : null
  const step = useRead(draft, draft?.count ?? zero)

  // before it is painted: what reads goes on while the window draws what is around
  useLayoutEffect(() => {
    let wanted = true
    const load = () =>
      read(ref).then(
        (bytes) => wanted && setState({ kind: 'ready', bytes }),
        (problem: unknown) =>
          wanted &&
          setState({
            kind: 'failed',
            message: sentenceOf(problem),
            gone: ref.kind === 'current' && reasonOf(problem) === 'not-found'
          })
      )
    let timer: ReturnType<typeof setTimeout> | undefined
    if (revision + step > 0) timer = setTimeout(() => void load(), DRAFT_DELAY)
    else void load()
    return () => {
      wanted = false
      clearTimeout(timer)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says everything about `ref`
  }, [key, revision, changed, step])
  return state
}

async function read(ref: StateRef): Promise<Uint8Array> {
  if (ref.kind === 'version') return (await api.readVersion(ref.url)).bytes
  if (ref.kind === 'disk') return diskBytes(ref.id)
  if (ref.kind === 'remote') return remoteBytes(ref)
  if (ref.kind === 'published') return readPublished(ref.path, ref.environment)
  if (ref.kind === 'config') return await readConfig(ref.path)
  if (ref.kind === 'config-draft') return await readConfigDraft(ref.path)
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

async function readConfig(path: ContentPath): Promise<Uint8Array> {
  const config = await api.config(path)
  if (!config) throw new GalleyError('not-found', 'There is no config here any more.')
  return new TextEncoder().encode(config.text)
}

async function readConfigDraft(path: ContentPath): Promise<Uint8Array> {
  const draft = configDraft(path)
  await draft.opened
  const { at } = draft
  if (at.kind === 'failed') throw new GalleyError(at.denied ? 'forbidden' : 'internal', at.message)
  if (draft.current === '') throw new GalleyError('not-found', 'There is no config here any more.')
  return new TextEncoder().encode(draft.current)
}

/** Counts what the service tells about the file, for a state that changes with it. */
function useChanges(ref: StateRef): number {
  const [counter] = useState(() => createCounter())
  return useRead(follows(ref) ? { subscribe: (notify) => counter.follow(ref, notify) } : null, counter.count)
}

const follows = ({ kind }: StateRef) => kind === 'current' || kind === 'published' || kind === 'config'

const zero = () => 0

function createCounter() {
  let count = 0
  return {
    count: () => count,
    follow: ({ kind, path }: StateRef, notify: () => void) =>
      onServiceEvent((event) => {
        const told =
          kind === 'current'
            ? touches(event, path)
            : event.type === (kind === 'config' ? 'config' : 'published') && event.path === path
        if (!told) return
        count++
        notify()
      })
  }
}
