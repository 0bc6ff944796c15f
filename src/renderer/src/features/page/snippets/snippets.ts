import { z } from 'zod'
import { createStore, useStore } from '../../../state/store'
import { words } from './words'

/** A piece of a page that a person puts into others. */
export interface Snippet {
  readonly id: string
  readonly name: string
  /** As it was written in its page. */
  readonly source: string
}

/** With this person's settings, on this computer; never in a workspace (VE22). */
const KEY = 'galley.snippets'
const LARGEST = 50_000
const MOST = 60

const kept = z
  .array(z.object({ id: z.string(), name: z.string().max(200), source: z.string().max(LARGEST) }))
  .max(MOST)

const store = createStore<readonly Snippet[]>(read())
// another window
window.addEventListener('storage', ({ key }) => key === KEY && store.set(read()))

export const snippets = store.now

export const useSnippets = (): readonly Snippet[] => useStore(store)

/** @returns why it is not kept, in a sentence; null when it is */
export function saveSnippet(name: string, source: string): string | null {
  const title = name.trim().slice(0, 200)
  if (title === '') return words.typeName
  if (source.length > LARGEST) return words.tooLarge
  if (store.now().length >= MOST) return words.tooMany
  return keep([...store.now(), { id: crypto.randomUUID(), name: title, source }])
}

export function renameSnippet(id: string, name: string): void {
  const title = name.trim().slice(0, 200)
  if (title !== '') keep(store.now().map((one) => (one.id === id ? { ...one, name: title } : one)))
}

/** @returns what brings it back to its place */
export function removeSnippet(id: string): () => void {
  const before = store.now()
  const at = before.findIndex((one) => one.id === id)
  keep(before.filter((one) => one.id !== id))
  return () => {
    const now = store.now()
    keep([...now.slice(0, at), ...before.slice(at, at + 1), ...now.slice(at)])
  }
}

function keep(next: readonly Snippet[]): string | null {
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    return words.tooMany
  }
  store.set(next)
  return null
}

function read(): readonly Snippet[] {
  try {
    return kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '[]')).data ?? []
  } catch {
    return []
  }
}
