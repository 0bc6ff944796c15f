import { useEffect, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { api, sentenceOf } from '../../../api'
import { sync } from '../client'

export type SideState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly bytes: Uint8Array }

/** The bytes of both sides of a file that is no text: what is here, and what the server has. */
export function useSides(
  pair: string,
  path: ContentPath
): readonly { readonly side: 'local' | 'remote'; readonly state: SideState }[] {
  const [states, setStates] = useState<{ readonly local: SideState; readonly remote: SideState }>(loading)
  useEffect(() => {
    let isWanted = true
    const show = (side: 'local' | 'remote', reading: Promise<Uint8Array>) =>
      reading.then(
        (bytes) => isWanted && setStates((now) => ({ ...now, [side]: { kind: 'ready', bytes } })),
        (error: unknown) =>
          isWanted && setStates((now) => ({ ...now, [side]: { kind: 'failed', message: sentenceOf(error) } }))
      )
    void show(
      'local',
      api.read(path).then(({ bytes }) => bytes)
    )
    void show(
      'remote',
      sync.remoteVersionContent(pair, path).then((bytes) => new Uint8Array(bytes))
    )
    return () => {
      isWanted = false
    }
  }, [pair, path])
  return [
    { side: 'local', state: states.local },
    { side: 'remote', state: states.remote }
  ]
}

const loading = { local: { kind: 'loading' }, remote: { kind: 'loading' } } as const
