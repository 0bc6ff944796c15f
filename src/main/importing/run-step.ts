import { contentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { ImportItem, ItemResult } from '../../common/importing/shapes'
import { withinDisk } from '../outgoing'
import { endsWork } from '../store'
import type { FileEntry } from '../store/types'
import { sideBySide } from '../../common/side-by-side'
import { WORKED_ON_FOR_EACH_FETCHED } from './fetch-line'
import type { Taken } from './source'
import type { Step } from './step'
import { WebFailure } from './web-failure'

/**
 * The import itself (IM5, IM6): what is new is written, what is there already only when the person said so;
 * what changed here since the check stays. An item that has a result is never done again, and one whose
 * result was lost finds its own work done.
 */
export async function runStep(step: Step): Promise<void> {
  const { items, limits, signal } = step
  const all = items.filter(({ chosen, check }) => chosen && check !== undefined && check.verdict !== 'no')
  const waiting = all.filter(({ result }) => result === undefined)
  step.begin(all.length, all.length - waiting.length)
  const one = async (item: ImportItem) => {
    const result = await outcomeOf(step, item)
    if (result) step.set({ ...item, result }, true)
  }
  // the source takes turns for what it fetches
  await sideBySide(waiting, limits.atOnce * WORKED_ON_FOR_EACH_FETCHED, one, signal)
}

/** Null when it was stopped on the way. @throws GalleyError for what the next item would meet too */
async function outcomeOf(step: Step, item: ImportItem): Promise<ItemResult | null> {
  const { check } = item
  if (check?.verdict === 'same') return stillSame(step, item)
  if (check?.verdict === 'changed' && !step.job.replace) return { outcome: 'kept' }
  try {
    return await step.source.take(item, step.signal, (taken) => write(step, item, taken))
  } catch (error) {
    if (step.signal.aborted) return null
    if (error instanceof WebFailure) return { outcome: 'failed', detail: error.message }
    if (error instanceof GalleyError && !endsWork.has(error.reason))
      return { outcome: 'failed', detail: error.message }
    throw error
  }
}

/** What was the same may have been changed or deleted since: that is told, and left. */
async function stillSame({ store }: Step, { path, check }: ImportItem): Promise<ItemResult> {
  const there = path === null ? null : await store.stat(contentPath(path))
  const hash = there?.kind === 'file' ? there.hash : null
  if (hash === null || hash !== check?.was) return { outcome: 'kept', detail: CHANGED_HERE }
  return { outcome: 'same', hash }
}

async function write(
  { store, by, mayWrite, requireHeld }: Step,
  { check }: ImportItem,
  { path, body, hash }: Taken
): Promise<ItemResult> {
  if (!(await mayWrite(path)))
    throw new GalleyError('forbidden', 'You may not write this file (any more).', { where: path })
  await requireHeld()
  let there: FileEntry | null = null
  try {
    // a stream is media, as large as its source likes
    const content = body instanceof Uint8Array ? body : withinDisk(body, store.room, null)
    const { created, entry } = await store.write(path, content, {
      by,
      // runs while the path is locked, when the whole body is there
      condition: (current) => {
        there = current
        if (current?.hash === hash()) throw identical
        if ((current?.hash ?? null) !== (check?.was ?? null)) throw changedHere
      }
    })
    return { outcome: created ? 'created' : 'replaced', hash: entry.hash, size: entry.size }
  } catch (error) {
    if (error === identical) return { outcome: doneBefore(check?.verdict), hash: hash(), ...sizeOf(there) }
    if (error === changedHere) {
      return { outcome: 'kept', detail: CHANGED_HERE }
    }
    throw error
  }
}

/** The very content is there though the check saw another: this import wrote it before it was cut off. */
const doneBefore = (verdict: string | undefined): ItemResult['outcome'] =>
  verdict === 'new' ? 'created' : verdict === 'changed' ? 'replaced' : 'same'

const CHANGED_HERE = 'It was changed here after the check, so it was left as it is. Check again to see both.'

const sizeOf = (entry: FileEntry | null) => (entry === null ? {} : { size: entry.size })

// the store hands on errors of this class as they are
const identical = new GalleyError('precondition-failed', 'The very content is there already.')
const changedHere = new GalleyError('precondition-failed', 'The file was changed meanwhile.')
