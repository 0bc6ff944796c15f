import type { Guid } from '../layout/names'
import { isGuid } from '../layout/names'
import { parseEvent, type VersionEvent } from './log-events'

/** What the second copy of the histories says: a version of a file, one that was taken back, a file that is gone for good. */
export type HistoryLine =
  | { readonly file: Guid; readonly version: VersionEvent }
  | { readonly file: Guid; readonly not: string }
  | { readonly file: Guid; readonly gone: true }

/** Null for what is none. */
export function parseHistoryLine(value: unknown): HistoryLine | null {
  if (typeof value !== 'object' || value === null || !('file' in value) || !isGuid(value.file)) return null
  const { file } = value
  if ('gone' in value) return { file, gone: true }
  if ('not' in value && typeof value.not === 'string') return { file, not: value.not }
  const version = 'version' in value ? parseEvent(value.version, file) : null
  return version?.event === 'version' ? { file, version } : null
}
