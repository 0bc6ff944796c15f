import { use } from 'react'
import type * as Monaco from 'monaco-editor/editor'
import { loadOnce } from '../../components/load-once'

/** The code editor, loaded when the first document needs it. */
export const loadMonaco: () => Promise<typeof Monaco> = loadOnce(async () => (await import('./setup')).monaco)

/** Suspends until the code editor is there. */
export function useMonaco(): typeof Monaco {
  return use(loadMonaco())
}
