import { dirname } from 'node:path'
import { takingTurns } from '../../system/turns'
import type { DurableFs, DurableHandle } from '../disk/durable-fs'
import { closing } from '../disk/durable-fs'
import { tempName } from '../layout/layout'
import { newGuid } from '../layout/names'
import { parseHistoryLine } from './history-lines'
import { valueIn } from './line-log'

const CHUNK = 256 * 1024
const NEWLINE = 10

/** What a second copy of the histories holds. Bytes. */
export interface Weighed {
  readonly size: number
  /** Of lines that later ones made void. */
  readonly void: number
}

/**
 * The second copy of the histories, written anew without the versions of files that are gone for good, whatever its size: it is
 * read piece by piece. What is damaged stays as it is, for the doctor. Nobody else writes it meanwhile.
 */
interface HistoryCopyAnew {
  weigh(): Promise<Weighed>
  /** The old or the new one, never half. @returns bytes of the new one; null when it was stopped on the way */
  write(): Promise<number | null>
}

/** @param stopped asked on the way: nothing was changed then */
export async function surveyHistoryCopy(
  fs: DurableFs,
  file: string,
  stopped: () => boolean
): Promise<HistoryCopyAnew> {
  const goneAt = new Map<string, number>()
  const notAt = new Map<string, number>()
  let number = 0
  let last: Buffer | null = null
  for await (const lines of linesOf(fs, file, stopped))
    for (const { value, bytes } of lines) {
      const line = parseHistoryLine(value)
      if (line && 'gone' in line) goneAt.set(line.file, number)
      else if (line && 'not' in line) notAt.set(`${line.file} ${line.not}`, number)
      if (line) last = bytes
      number++
    }
  // a copy without a line tells of nothing, not even that there is nothing
  const left = last

  async function* needed(): AsyncGenerator<Buffer[]> {
    let at = 0
    for await (const lines of linesOf(fs, file, stopped))
      yield lines.flatMap(({ value, bytes }) => {
        const here = at++
        const line = parseHistoryLine(value)
        if (!line) return [bytes]
        if (!('version' in line)) return []
        const isVoid =
          here < (goneAt.get(line.file) ?? -1) || here < (notAt.get(`${line.file} ${line.version.id}`) ?? -1)
        return isVoid ? [] : [bytes]
      })
  }

  return {
    async weigh() {
      let kept = 0
      for await (const lines of needed()) for (const { length } of lines) kept += length
      const size = (await fs.lstat(file))?.size ?? 0
      return { size, void: size - kept }
    },
    async write() {
      const temp = `${dirname(file)}/${tempName(newGuid())}`
      let size = 0
      try {
        const handle = await fs.open(temp, 'create')
        await closing(handle, async () => {
          for await (const lines of needed()) {
            const data = Buffer.concat(lines)
            if (data.length > 0) await handle.write(data)
            size += data.length
          }
          if (size === 0 && left) {
            await handle.write(left)
            size = left.length
          }
          await handle.sync()
        })
        if (stopped()) {
          await fs.unlink(temp)
          return null
        }
        await fs.rename(temp, file)
      } catch (error) {
        await fs.unlink(temp).catch(() => undefined)
        throw error
      }
      await fs.syncFolder(dirname(file))
      return size
    }
  }
}

interface FoundLine {
  /** Undefined where it is damaged, or torn. */
  readonly value: unknown
  /** All of it. */
  readonly bytes: Buffer
}

/** The lines of a log of any length, some at a time. */
async function* linesOf(fs: DurableFs, file: string, stopped: () => boolean): AsyncGenerator<FoundLine[]> {
  const handle = await fs.open(file, 'read')
  const turn = takingTurns()
  try {
    let rest: Buffer = Buffer.alloc(0)
    for (let at = 0; !stopped();) {
      const chunk = await readAt(handle, at)
      at += chunk.length
      const text = Buffer.concat([rest, chunk])
      const end = chunk.length === 0 ? text.length : text.lastIndexOf(NEWLINE) + 1
      yield linesIn(text.subarray(0, end))
      if (chunk.length === 0) return
      rest = text.subarray(end)
      await turn()
    }
  } finally {
    await handle.close()
  }
}

async function readAt(handle: DurableHandle, at: number): Promise<Buffer> {
  const chunk = Buffer.alloc(CHUNK)
  return chunk.subarray(0, await handle.read(chunk, at))
}

function linesIn(text: Buffer): FoundLine[] {
  const found: FoundLine[] = []
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf(NEWLINE, start)
    const end = newline < 0 ? text.length : newline + 1
    found.push({
      value: newline < 0 ? undefined : valueIn(text, start, newline),
      bytes: text.subarray(start, end)
    })
    start = end
  }
  return found
}
