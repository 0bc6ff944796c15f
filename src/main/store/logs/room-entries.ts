import { GalleyError, sentence } from '../../../common/errors'
import type { Guid } from '../layout/names'
import { isGuid, isHash } from '../layout/names'
import { isCount, isFields, isPerson, isText } from '../layout/stored-values'
import type { RoomEntry } from '../seam/rooms'
import { logLine, logLines, readLog } from './line-log'

/** What a log of a room holds, up to the first thing in it that is none of ours. */
interface RoomLogContent {
  readonly entries: readonly RoomEntry[]
  /** A line is damaged, or tells what no Galley wrote: what follows it would build on what is missing. */
  readonly isDamaged: boolean
  /** It was damaged, and that was told: this is what was left of it. */
  readonly isRest: boolean
  /** What is left of a damaged one: all that is told, and that it is not all. */
  readonly rest: () => Buffer
  /** Bytes up to the end of the last whole line: what follows is a torn write. */
  readonly wholeBytes: number
}

/** The last line of what is left of a damaged log, until the room begins one anew. */
const NOT_ALL = 'damaged'

/**
 * One line: what was appended together is there together, or not at all.
 * @throws GalleyError internal for what could not be read again
 */
export function roomLine(entries: readonly RoomEntry[]): Buffer {
  return logLine(entries.map(toStored))
}

/** A log with a line for each entry, so that a damaged one costs no more than itself and what follows. */
export const roomLines = (entries: readonly RoomEntry[]): Buffer =>
  Buffer.concat(entries.map((entry) => roomLine([entry])))

/** The file whose log has this name; null for what is no name of one. */
export function roomIdOf(name: string): Guid | null {
  const id = name.slice(0, -'.log'.length)
  return name.endsWith('.log') && isGuid(id) ? id : null
}

export function readRoomLog(bytes: Uint8Array): RoomLogContent {
  const { values, intact, damaged, wholeBytes } = readLog(bytes)
  const entries: RoomEntry[] = []
  let sound = 0
  for (; sound < intact; sound++) {
    const found = parseLine(values[sound])
    if (!found) break
    entries.push(...found)
  }
  return {
    entries,
    isDamaged: damaged > 0 || sound < values.length,
    isRest: damaged === 0 && sound === values.length - 1 && values[sound] === NOT_ALL,
    rest: () => logLines([...values.slice(0, sound), NOT_ALL]),
    wholeBytes
  }
}

function toStored(entry: RoomEntry): unknown {
  const stored = 'bytes' in entry ? { ...entry, bytes: '' } : entry
  if (!parseEntry(stored))
    throw new GalleyError(
      'internal',
      sentence`This is nothing that a room keeps: ${{ entry: JSON.stringify(stored) }}.`
    )
  return 'bytes' in entry ? { ...entry, bytes: Buffer.from(entry.bytes).toString('base64') } : entry
}

function parseLine(line: unknown): RoomEntry[] | null {
  if (!Array.isArray(line)) return null
  const entries: RoomEntry[] = []
  for (const value of line) {
    const entry = parseEntry(value)
    if (!entry) return null
    entries.push(entry)
  }
  return entries
}

/** Null for what no Galley wrote. By hand, as events of histories are: a log may have 100,000 of them. */
function parseEntry(value: unknown): RoomEntry | null {
  if (!isFields(value)) return null
  const { kind, epoch, hash, bytes, client, person, key } = value
  switch (kind) {
    case 'state': {
      const state = bytesOf(bytes)
      return state && isText(epoch) && isHash(hash) ? { kind, epoch, hash, bytes: state } : null
    }
    case 'update': {
      const update = bytesOf(bytes)
      return update && { kind, bytes: update }
    }
    case 'writer':
      return isCount(client) && isPerson(person) && isHash(key) ? { kind, client, person, key } : null
    case 'outside': {
      const written = bytesOf(bytes)
      return written && isHash(hash) ? { kind, hash, bytes: written } : null
    }
    case 'saving':
    case 'saved':
      return isHash(hash) ? { kind, hash } : null
    default:
      return null
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** In memory of their own, so that they may be handed to another thread. */
function bytesOf(text: unknown): Uint8Array | null {
  if (!isText(text) || text.length % 4 !== 0 || !BASE64.test(text)) return null
  const bytes = Buffer.alloc(Buffer.byteLength(text, 'base64'))
  bytes.write(text, 'base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}
