import { sep } from 'node:path'
import type { Layout } from './layout'

const KB = 1024
const MB = 1024 * KB

/**
 * The largest file of each kind that is read whole. Each is many times what Galley writes; a larger one is
 * told and never read, so that no workspace from elsewhere fills the memory.
 */
export const readBounds = {
  /** `workspace.json`, `lock-holder.json`. */
  note: 64 * KB,
  /** An entry of the journal: 200,000 files that are changed together. */
  journal: 64 * MB,
  /** Settings. */
  document: 64 * MB,
  /** Tokens, sessions, jobs, pieces of lists. */
  record: 64 * MB,
  /** What was deleted with one folder: a million files. */
  trashRecord: 256 * MB,
  /** The history of one file: a million versions. */
  log: 256 * MB,
  /** Two million files. */
  index: 512 * MB,
  /** The second copy of all histories. */
  historyCopy: 1024 * MB,
  /** What is published of a site, what a sync knows of one. */
  siteLog: 256 * MB,
  /** What is written together and is not in its file yet. */
  roomLog: 64 * MB,
  /**
   * HTML and JSON, wherever they lie: what other programs write may be larger than what the service takes (64
   * MB).
   */
  content: 256 * MB
} as const

/** How much of a file is read at most. */
export function mostBytes(layout: Layout, path: string): number {
  const { service } = layout
  if (!path.startsWith(service + sep)) return readBounds.content
  if (path === layout.indexFile) return readBounds.index
  if (path === layout.historyCopy) return readBounds.historyCopy
  const [kind = '', ...rest] = path.slice(service.length + 1).split(sep)
  if (rest.length === 0) return readBounds.note
  if (kind === 'trash' && rest.length === 2 && rest[1] === 'record.json') return readBounds.trashRecord
  return byFolder.get(kind) ?? readBounds.record
}

const byFolder: ReadonlyMap<string, number> = new Map([
  ['documents', readBounds.document],
  ['files', readBounds.log],
  ['current', readBounds.content],
  ['blobs', readBounds.content],
  ['staging', readBounds.content],
  ['trash', readBounds.content],
  ['damaged', readBounds.index],
  ['journal', readBounds.journal],
  ['published', readBounds.siteLog],
  ['sync', readBounds.siteLog],
  ['rooms', readBounds.roomLog]
])
