import { isContentPath } from '../../../common/content/paths'
import { isPlaceBelow } from '../disk/confined-fs'
import { isJunkPath, reservedNames } from '../layout/layout'
import { isGuid, isHash, isRecordName } from '../layout/names'
import { roomIdOf } from '../logs/room-entries'
import { HOLDS } from '../records/holds'

/**
 * Ways in, who holds what just now, and notes of a running process: they stay where they are. A token that was revoked since would
 * open a restored workspace again.
 */
const staying: ReadonlySet<string> = new Set([
  'tokens',
  'token-uses',
  'browser-sessions',
  'sign-in-links',
  'served-at',
  HOLDS
])

/** The one list of what belongs to a copy of a workspace. @param path relative, with forward slashes */
export function isSnapshotFile(path: string): boolean {
  const [home = '', ...parts] = path.split('/')
  if (home === 'content') return parts.length > 0 && isContentPlace(parts)
  return home === '.galley' && isRecordPlace(parts)
}

export function isSnapshotFolder(path: string): boolean {
  if (path === 'content' || path === '.galley') return true
  const [home = '', ...parts] = path.split('/')
  if (home === 'content') return isContentPlace(parts)
  const [kind, id, content, ...below] = parts
  if (home !== '.galley' || kind !== 'trash') return false
  return isGuid(id) && content === 'content' && (below.length === 0 || isContentPlace(below))
}

/** Kinds of keyed records that belong to it. */
export const isSnapshotKind = (kind: string): boolean =>
  isRecordName(kind) && !reservedNames.has(kind) && !staying.has(kind)

function isContentPlace(parts: readonly string[]): boolean {
  const path = `/${parts.join('/')}`
  return isContentPath(path) && !isJunkPath(path)
}

function isRecordPlace(parts: readonly string[]): boolean {
  const [kind = '', first = '', second = '', ...rest] = parts
  if (parts.length === 1) return alone.has(kind)
  if (kind === 'trash') return isGuid(first) && isTrashPlace(second, rest)
  if (kind === 'damaged')
    return isContentPlace(parts.slice(1)) && isPlaceBelow(parts.slice(1).join('/'), true)
  if (kind === 'published')
    return rest.length === 1 && isContentPlace([first, second]) && publishedLogs.has(rest[0] ?? '')
  if (parts.length === 3 && spreadKinds.has(kind))
    return second.startsWith(first) && isSpread(kind, first, second)
  if (parts.length !== 2) return false
  if (kind === 'documents') return isRecordName(first) && first.endsWith('.json')
  if (kind === 'rooms') return roomIdOf(first) !== null
  if (kind === 'sync') return isRecordName(first) && first.endsWith('.log')
  return isSnapshotKind(kind) && isRecordName(first) && first.endsWith('.json')
}

function isTrashPlace(second: string, rest: readonly string[]): boolean {
  if (second === 'record.json') return rest.length === 0
  return second === 'content' && (rest.length === 0 || isContentPlace(rest))
}

function isSpread(kind: string, first: string, name: string): boolean {
  if (!/^[0-9a-f]{2}$/.test(first)) return false
  if (kind === 'blobs') return isHash(name)
  if (kind === 'files') return name.endsWith('.log') && isGuid(name.slice(0, -4))
  const [id, hash, ...more] = name.split('.')
  return isGuid(id) && isHash(hash) && more.length === 0
}

const spreadKinds: ReadonlySet<string> = new Set(['files', 'current', 'blobs'])
const alone: ReadonlySet<string> = new Set([
  'workspace.json',
  'workspace.copy.json',
  'index.log',
  'versions.log'
])
const publishedLogs: ReadonlySet<string> = new Set(['states.log', 'states.copy.log'])
