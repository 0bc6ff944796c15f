import { contentPath } from '../../common/content/paths'
import type { Finding, ImportItem } from '../../common/importing/shapes'
import { sideBySide } from '../../common/side-by-side'
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
  await sideBySide(waiting, limits.atOnce, one, signal)
}

const compared: ReadonlySet<string> = new Set(['created', 'replaced', 'same'])

async function findingsOf({ store, source, signal }: Step, item: ImportItem): Promise<Finding[]> {
  const path = contentPath(item.path ?? '')
  const entry = item.path === null ? null : await store.stat(path)
  if (entry?.kind !== 'file') return [{ what: 'missing', detail: 'The file is not there (any more).' }]
  return source.compare(
    item,
    {
      hash: entry.hash,
      bytes: async () => (await store.read(path))?.bytes ?? new Uint8Array(),
      exists: async (file) => (await store.stat(file))?.kind === 'file'
    },
    signal
  )
}
