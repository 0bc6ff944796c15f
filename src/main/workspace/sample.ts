import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { TransferAnswer } from '../../common/api/types'
import { hasVersions } from '../../common/formats/files'
import type { ContentPath } from '../../common/content/paths'
import { contentPath, isWithin } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Store } from '../store/types'
import { configFile } from '../configs/config-file'
import { extensionOf } from '../http/request-path'

/**
 * Writes the sample site into the workspace, each entry by its author and as many days ago as it says;
 * entries of one path are its history, oldest first; then the configs, where there is none yet. What cannot
 * be finished goes to the trash, and so does what a killed try left.
 * @param now Unix milliseconds
 * @param serviceFolder its name in this workspace (N4)
 * @throws GalleyError exists
 */
export async function loadSample(
  store: Store,
  folder: string,
  now: number,
  serviceFolder: string
): Promise<TransferAnswer> {
  const manifest = await readManifest(folder)
  const site = contentPath(`/${manifest.org}/${manifest.site}`)
  const progress = store.records('sample', (value) => z.object({ begun: z.boolean() }).parse(value))
  const key = `${manifest.org}-${manifest.site}`
  if (await store.stat(site)) {
    const exists = () =>
      new GalleyError('exists', 'The sample site is in this workspace already.', { where: site })
    if (loading.has(store)) throw exists()
    // a try that was killed half-way leaves a part: it makes room for the whole
    if ((await progress.get(key))?.begun) await store.remove(site, { by: sampleAuthor })
    else throw exists()
  }
  loading.add(store)
  try {
    await progress.put(key, { begun: true })
    const steps = manifest.entries.map((entry) => stepOf(folder, site, serviceFolder, entry))
    await writeSteps(store, steps, now)
    await writeConfigs(store, folder, manifest.configs)
    await progress.put(key, { begun: false })
    return { files: new Set(steps.map((step) => step.path)).size, path: site }
  } catch (error) {
    await store.remove(site, { by: sampleAuthor }).catch(() => {}) // the first error is the one to tell
    await progress.put(key, { begun: false }).catch(() => {})
    throw error
  } finally {
    loading.delete(store)
  }
}

/** Stores that it is just being written into. */
const loading = new WeakSet<Store>()

const sampleAuthor = { email: 'sample@localhost', name: 'Sample' }
const DAY_MS = 24 * 60 * 60 * 1000

const piece = z.object({
  path: z.string(),
  file: z.string().regex(/^(?!.*(^|\/)\.\.?(\/|$))[^/\\][^\\]*$/),
  by: z.object({ name: z.string(), email: z.string() })
})

const manifestShape = z.object({
  org: z.string(),
  site: z.string(),
  configs: z.array(piece).default([]),
  entries: z.array(piece.extend({ daysAgo: z.number().min(0), label: z.string().exactOptional() }))
})

type Manifest = z.infer<typeof manifestShape>

interface Step {
  readonly path: ContentPath
  readonly file: string
  readonly by: { readonly name: string; readonly email: string }
  readonly daysAgo: number
  readonly label: string | undefined
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestShape.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  } catch (cause) {
    throw unreadable(cause)
  }
}

function stepOf(
  folder: string,
  site: ContentPath,
  serviceFolder: string,
  entry: Manifest['entries'][number]
): Step {
  const path = contentPath(entry.path.replace(`${site}/.galley/`, `${site}/.${serviceFolder}/`))
  if (!isWithin(path, site))
    throw new GalleyError('internal', 'The sample names a path outside its site.', { where: path })
  return { ...entry, path, file: join(folder, entry.file), label: entry.label }
}

async function writeSteps(store: Store, steps: readonly Step[], now: number): Promise<void> {
  const labelled = new Map<ContentPath, Step & { readonly label: string }>()
  for (const step of steps) {
    const { path, by, label } = step
    const at = Math.round(now - step.daysAgo * DAY_MS)
    const before = labelled.get(path)
    await store.write(path, await readSampleFile(step.file), {
      by,
      at,
      ...(before && { keepAs: before.label })
    })
    if (label === undefined) labelled.delete(path)
    else labelled.set(path, { ...step, label })
  }
  // a label that nothing replaced since names the content as it is now
  for (const { path, by, label } of labelled.values()) {
    if (hasVersions(extensionOf(path))) await store.createVersion(path, { by, label })
  }
}

/** A config that is there already stays as it is: it is the person's own. */
async function writeConfigs(store: Store, folder: string, configs: Manifest['configs']): Promise<void> {
  for (const { path, file, by } of configs) {
    const place = configFile(contentPath(path))
    if (!(await store.stat(place))) await store.write(place, await readSampleFile(join(folder, file)), { by })
  }
}

async function readSampleFile(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause: unknown): GalleyError {
  const message = 'The sample content of this installation cannot be read. Install Galley again.'
  return new GalleyError('io-failed', message, { cause })
}
