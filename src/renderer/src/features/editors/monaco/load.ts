import { use } from 'react'
import type * as Monaco from 'monaco-editor/editor'

let loading: Promise<typeof Monaco> | null = null

/** The code editor, loaded when the first document needs it. */
export function loadMonaco(): Promise<typeof Monaco> {
  return (loading ??= import('./setup').then((module) => module.monaco))
}

/** Suspends until the code editor is there. */
export function useMonaco(): typeof Monaco {
  return use(loadMonaco())
}
