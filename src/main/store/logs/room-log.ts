import { dirname } from 'node:path'
import { GalleyError } from '../../../common/errors'
import type { DurableFs, DurableHandle } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { appendTo, makeFolders, replaceDurably, truncateDurably } from '../disk/durable-write'
import { codeOf } from '../disk/error-codes'
import { inTurns } from '../disk/joined-writes'
import { readBounds } from '../layout/read-bounds'
import type { Problems } from '../damaged/problems'
import type { RoomEntry, RoomLogs } from '../seam/rooms'
import { readRoomLog, roomLine, roomLines } from './room-entries'

/** The log of one room; what is asked of it is done in the order of the calls. */
export interface OpenRoomLog {
  load(): ReturnType<RoomLogs['load']>
  append(entries: readonly RoomEntry[]): Promise<void>
  replace(entries: readonly RoomEntry[]): Promise<void>
  drop(): Promise<boolean>
}

/** What one call wants to have appended. */
interface Request {
  readonly line: Buffer
  isTooMuch: boolean
}

const ROOM_DAMAGED =
  'What people were writing in a document was damaged. The document itself is whole as it was saved last; what was typed in the two seconds after that may be missing.'
const CHANGED =
  'Another program changed what people are writing in a document. It is kept anew from what they have.'

export function openRoomLog(fs: DurableFs, file: string, problems: Problems): OpenRoomLog {
  /** Bytes of the log, null when there is none; undefined until it was looked at. */
  let length: number | null | undefined
  /** A failed append was not cut off: this is as long as the log was before it. */
  let uncut: number | null = null

  const { join, alone } = inTurns<Request>(append)

  async function append(requests: readonly Request[]): Promise<void> {
    if (length === undefined) await read()
    if (typeof length !== 'number') throw noLog()
    const before = length
    let after = before
    for (const request of requests) {
      request.isTooMuch = after + request.line.length > readBounds.roomLog
      if (!request.isTooMuch) after += request.line.length
    }
    if (after === before) return
    const handle = await openAt(before)
    try {
      await appendTo(
        handle,
        Buffer.concat(requests.flatMap(({ line, isTooMuch }) => (isTooMuch ? [] : [line])))
      )
    } catch (error) {
      uncut = before
      await cutBack().catch(() => undefined)
      throw error
    }
    length = after
  }

  /** The log for an append. @throws not-found when it is not as this process has left it */
  async function openAt(expected: number): Promise<DurableHandle> {
    await cutBack()
    const handle = await fs.open(file, 'append').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    if (handle?.sizeNow() === expected) return handle
    const isEmpty = handle?.sizeNow() === 0
    await handle?.close()
    // opening it has just made it again
    if (isEmpty) await fs.unlink(file)
    if (handle && !isEmpty) await problems.setAside(file, CHANGED)
    else problems.report(file, CHANGED)
    length = null
    throw noLog()
  }

  async function cutBack(): Promise<void> {
    if (uncut === null) return
    const stat = await fs.lstat(file)
    if (stat && stat.size > uncut) await truncateDurably(fs, file, uncut)
    uncut = null
  }

  async function read(): ReturnType<RoomLogs['load']> {
    await cutBack()
    length = undefined
    const stat = await fs.lstat(file)
    if (!stat) {
      length = null
      return null
    }
    const at = Math.floor(stat.mtimeMs)
    const bytes = await readIfPlain(fs, file)
    const found = bytes && readRoomLog(bytes)
    if (!found || (found.isDamaged && found.entries.length === 0)) {
      await problems.setAside(file, ROOM_DAMAGED)
      length = null
      return { entries: [], whole: false, at }
    }
    if (found.isDamaged) {
      // what would be appended builds on what is missing
      length = null
      if (!found.isRest) {
        await problems.setAsideCopy(file, ROOM_DAMAGED)
        await replaceDurably(fs, file, found.rest())
      }
      return { entries: found.entries, whole: false, at }
    }
    if (found.wholeBytes < bytes.length) await truncateDurably(fs, file, found.wholeBytes)
    length = found.wholeBytes
    return { entries: found.entries, whole: true, at }
  }

  async function replaceWith(log: Buffer): Promise<void> {
    const write = () => replaceDurably(fs, file, log)
    await cutBack()
    // it may be the old one or the new one when this fails
    length = undefined
    await write().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      await makeFolders(fs, dirname(file))
      await write()
    })
    length = log.length
  }

  return {
    load: () => alone(read),
    async append(entries) {
      const request = { line: roomLine(entries), isTooMuch: false }
      await join(entries.length === 0 ? [] : [request])
      if (request.isTooMuch) throw tooLarge()
    },
    async replace(entries) {
      const log = roomLines(entries)
      if (log.length > readBounds.roomLog) throw tooLarge()
      await alone(() => replaceWith(log))
    },
    drop: () =>
      alone(async () => {
        length = undefined
        const wasThere = await fs.unlink(file)
        length = null
        uncut = null
        if (wasThere) await fs.syncFolder(dirname(file))
        return wasThere
      })
  }
}

const noLog = () => new GalleyError('not-found', 'There is no log of this room.')

const tooLarge = () =>
  new GalleyError(
    'too-large',
    'So much was written together that it cannot be kept beside the file. Save the document, then go on.'
  )
