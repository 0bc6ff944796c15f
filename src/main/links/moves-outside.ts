import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ServiceEvent } from '../../common/api/events'
import { contentPath, type ContentPath } from '../../common/content/paths'
import type { EventHub } from '../events/event-hub'
import type { Store } from '../store/types'
import { createMovedFiles, type MovedOutside } from './moved-outside'

/** What other programs moved, while the service runs and between its runs; it is kept with the workspace (LK12). */
interface MovesOutside {
  /** All of it, after what was heard of is noted. */
  now(): Promise<readonly MovedOutside[]>
  /** Another one after each change. */
  stamp(): number
  /** Resolves when all is kept. */
  close(): Promise<void>
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Moves come in crowds: they are written together. */
const SETTLE_MS = 500

const path = z.string().transform(contentPath)
const record = z.object({
  moves: z.object({ from: path, to: path, hash: z.string(), at: z.number() }).array()
})

export function openMovesOutside(
  store: Store,
  events: EventHub,
  report: (error: unknown) => void
): MovesOutside {
  const records = store.records('moved-outside', (value) => record.parse(value))
  const files = createMovedFiles()
  let stamp = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let loaded: Promise<void> | null = null
  let turn: Promise<void> = Promise.resolve()

  async function load(): Promise<void> {
    const since = Date.now() - KEPT_MS
    const kept = (await records.list()).records.flatMap(({ value }) => value.moves)
    files.load(kept.filter(({ at }) => at > since).sort((one, other) => one.at - other.at))
  }

  const inTurn = (work: () => Promise<void> | void): Promise<void> =>
    // what cannot be kept or read is an offer less, and nothing more
    (turn = turn
      .then(() => (loaded ??= load()))
      .then(work)
      .catch(report))

  async function keep(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    for (const site of files.changed()) {
      const moves = [...files.of(site)]
      if (moves.length === 0) await records.remove(keyFor(site))
      else await records.put(keyFor(site), { moves })
    }
  }

  const stop = events.subscribe((event) => {
    const move = moveOf(event)
    if (!move) return
    void inTurn(() => {
      if (move.isOutside) files.outside({ ...move, at: Date.now() })
      else files.inside(move, move.isFile)
      stamp += 1
      timer ??= setTimeout(() => void inTurn(keep), SETTLE_MS)
    })
  })

  return {
    async now() {
      await inTurn(() => undefined)
      return files.all()
    },
    stamp: () => stamp,
    async close() {
      stop()
      if (loaded) await inTurn(keep)
      clearTimeout(timer)
    }
  }
}

const keyFor = (site: ContentPath) => createHash('sha256').update(site).digest('hex')

function moveOf(event: ServiceEvent) {
  if ((event.type !== 'file' && event.type !== 'folder') || event.change !== 'moved') return null
  if (event.from === undefined) return null
  const isFile = event.type === 'file'
  return {
    from: contentPath(event.from),
    to: contentPath(event.path),
    isFile,
    isOutside: isFile && event.origin === 'outside',
    // an ETag is the hash in quotes
    hash: isFile ? (event.etag ?? '').replaceAll('"', '') : ''
  }
}
