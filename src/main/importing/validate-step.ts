import { contentPath, type ContentPath } from '../../common/content/paths'
import type { Finding, ImportItem } from '../../common/importing/shapes'
import { sideBySide } from '../../common/side-by-side'
import { WORKED_ON_FOR_EACH_FETCHED } from './fetch-line'
import { notThere } from './source'
import type { Step } from './step'

/** Compares everything that was imported, or was there already, with its source (IM8). */
export async function validateStep(step: Step): Promise<void> {
  const { items, limits, signal } = step
  const all = items.filter(({ result }) => result !== undefined && compared.has(result.outcome))
  const waiting = all.filter(({ findings }) => findings === undefined)
  step.begin(all.length, all.length - waiting.length)
  const one = async (item: ImportItem) => {
    const findings = await findingsOf(step, item)
    if (!signal.aborted) step.set({ ...item, findings }, true)
  }
  // the source takes turns for what it fetches
  await sideBySide(waiting, limits.atOnce * WORKED_ON_FOR_EACH_FETCHED, one, signal)
}

const compared: ReadonlySet<string> = new Set(['created', 'replaced', 'same'])

async function findingsOf({ store, source, signal }: Step, item: ImportItem): Promise<Finding[]> {
  if (item.path === null) return [...notThere]
  const path = contentPath(item.path)
  const entryAt = async (file: ContentPath) => {
    const entry = await store.stat(file)
    return entry?.kind === 'file' ? entry : null
  }
  const stored = {
    hash: async () => (await entryAt(path))?.hash ?? null,
    bytes: async () => (await store.read(path))?.bytes ?? null,
    exists: async (file: ContentPath) => (await entryAt(file)) !== null
  }
  return [...(await source.compare(item, stored, signal))]
}
