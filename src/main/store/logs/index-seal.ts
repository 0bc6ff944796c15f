import { dirname } from 'node:path'
import { z } from 'zod'
import { sha256 } from '../layout/checksum'
import { closing, type DurableFs } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { replaceDurably } from '../disk/durable-write'
import type { Layout } from '../layout/layout'
import { seal, unseal } from '../disk/sealed-json'

/**
 * What the index on the disk is worth (W6):
 * - `closed`: it is the one that the workspace was closed with.
 * - `behind`: that one, with what the last process added before it ended. Logs written since then know more.
 * - `another`: it was cut, or an older one was put back.
 */
type IndexWorth = { readonly is: 'closed' | 'another' } | { readonly is: 'behind'; readonly since: number }

/** How much of the end is compared; every line has a checksum of its own. */
const TAIL_BYTES = 64 * 1024
/** What a log’s time may lag behind the time of the seal, in milliseconds. */
const CLOCK_TICK_MS = 2_000
/** Without a seal: how long lines of the index may have waited at the very most. */
const LONGEST_WAIT_MS = 600_000

const sealShape = z.object({
  state: z.enum(['open', 'closed']),
  size: z.number().int().min(0),
  tail: z.string()
})

/** Notes how the index is: as it is opened, and, with everything written, as it is closed. */
export async function sealIndex(fs: DurableFs, layout: Layout, state: 'open' | 'closed'): Promise<void> {
  const size = (await fs.lstat(layout.indexFile))?.size ?? 0
  const tail = await tailOf(fs, layout.indexFile, size)
  try {
    await replaceDurably(fs, layout.indexSeal, seal({ state, size, tail }))
  } catch (error) {
    // a seal that is wrong from now on is worse than none, and to take it away needs no room
    if (state === 'open') await fs.unlink(layout.indexSeal)
    else throw error
  }
}

/** Takes the seal off, durably. */
export async function unsealIndex(fs: DurableFs, layout: Layout): Promise<void> {
  if (!(await fs.lstat(layout.indexSeal))) return
  await fs.unlink(layout.indexSeal)
  await fs.syncFolder(dirname(layout.indexSeal))
}

/** Holds the index against its seal. @param now Unix milliseconds */
export async function worthOfIndex(fs: DurableFs, layout: Layout, now: number): Promise<IndexWorth> {
  const [index, file] = await Promise.all([fs.lstat(layout.indexFile), fs.lstat(layout.indexSeal)])
  const sealed = file?.kind === 'file' ? parsed(await readIfPlain(fs, layout.indexSeal)) : null
  // of an older Galley, or damaged
  if (!sealed || !file) return { is: 'behind', since: (index?.mtimeMs ?? 0) - LONGEST_WAIT_MS }
  const size = index?.size ?? 0
  if (size < sealed.size || (await tailOf(fs, layout.indexFile, sealed.size)) !== sealed.tail)
    return { is: 'another' }
  if (size === sealed.size && sealed.state === 'closed') return { is: 'closed' }
  // with a clock that was set back, times tell nothing
  return { is: 'behind', since: now < file.mtimeMs ? 0 : file.mtimeMs - CLOCK_TICK_MS }
}

/** Null when there is none. */
export async function isSealSound(fs: DurableFs, { indexSeal }: Layout): Promise<boolean | null> {
  if ((await fs.lstat(indexSeal))?.kind !== 'file') return null
  return parsed(await readIfPlain(fs, indexSeal)) !== null
}

async function tailOf(fs: DurableFs, file: string, size: number): Promise<string> {
  const bytes = new Uint8Array(Math.min(size, TAIL_BYTES))
  if (bytes.length === 0) return sha256(bytes)
  const handle = await fs.open(file, 'read')
  return closing(handle, async () => {
    let done = 0
    while (done < bytes.length) {
      const count = await handle.read(bytes.subarray(done), size - bytes.length + done)
      if (count === 0) break
      done += count
    }
    return sha256(bytes)
  })
}

function parsed(bytes: Uint8Array | null): z.infer<typeof sealShape> | null {
  try {
    return bytes && sealShape.parse(unseal(bytes))
  } catch {
    return null
  }
}
