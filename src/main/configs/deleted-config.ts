import { createHash } from 'node:crypto'

const text = '{":type":"deleted"}'

/**
 * What lies in place of a config that was deleted: the file stays, and with it the history (C2). It is in
 * neither format, so nobody can send it, and an earlier Galley lets in nobody but the owner by it. An empty
 * file would not do: one that another program cut off opens nothing.
 */
export const deletedConfig = {
  bytes: new TextEncoder().encode(text),
  hash: createHash('sha256').update(text).digest('hex')
} as const

/** Of what is stored of a config, what is there: null for what was deleted. */
export function unlessDeleted<T extends { readonly hash: string }>(entry: T | null): T | null {
  return entry?.hash === deletedConfig.hash ? null : entry
}
