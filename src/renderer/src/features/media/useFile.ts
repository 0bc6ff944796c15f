import { useEffect, useState } from 'react'
import type { FileHead } from '../../../../common/api/client'
import { GalleyError } from '../../../../common/errors'
import type { ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent, sentenceOf } from '../../api'
import { touches } from '../../documents'

type FileState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string; readonly isRefused: boolean }
  | { readonly kind: 'ready'; readonly head: FileHead }

/** What the service tells about a file, kept up to date. */
export function useFile(path: ContentPath): { file: FileState; reload: () => void } {
  const [file, setFile] = useState<FileState>({ kind: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let wanted = true
    api.head(path).then(
      (head) => wanted && setFile({ kind: 'ready', head }),
      (problem: unknown) => wanted && setFile(stateOf(problem))
    )
    return () => {
      wanted = false
    }
  }, [path, turn])
  useEffect(
    () =>
      onServiceEvent((event) => {
        if (touches(event, path)) setTurn((count) => count + 1)
      }),
    [path]
  )
  return { file, reload: () => setTurn((count) => count + 1) }
}

function stateOf(problem: unknown): FileState {
  if (problem instanceof GalleyError && problem.reason === 'not-found') return { kind: 'missing' }
  const isRefused = problem instanceof GalleyError && problem.reason === 'forbidden'
  return { kind: 'failed', message: sentenceOf(problem), isRefused }
}
