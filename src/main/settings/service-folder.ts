import type { Person } from '../../common/person'
import type { ContentPath } from '../../common/content/paths'
import { ROOT, contentPath, segmentsOf } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { Store, StoreDocument } from '../store/types'
import type { Settings } from '.'
import { ownerOf } from '.'

/** The name of the service folder (N4), and the folders in the sites that carry it: they change together. */
export interface ServiceFolder {
  /** Null when nothing is under way; else resolves when it is over. Requests wait for it. */
  changing(): Promise<void> | null
  /**
   * Renames the service folder of every site, with ids and history, and then the setting: all or nothing,
   * also over a crash.
   * @throws exists when a site has something of the new name
   */
  rename(name: string, by: Person): Promise<Settings>
  /** What came back from the trash may carry an earlier name. Resolves to where it is then. */
  bringAlong(path: ContentPath, by: Person): Promise<ContentPath>
}

interface ServiceFolderParts {
  /** Told why a change that a crash interrupted could not be finished; the next start tries again. */
  readonly report: (error: unknown) => void
  /** Whether such a change is finished here; default true. */
  readonly finishes?: boolean
}

export function openServiceFolder(
  store: Store,
  settings: StoreDocument<Settings>,
  { report, finishes = true }: ServiceFolderParts
): ServiceFolder {
  let under: Promise<void> | null = null

  function holding<T>(work: () => Promise<T>): Promise<T> {
    const before = under ?? Promise.resolve()
    const result = before.then(work)
    const over = result.then(
      () => undefined,
      () => undefined
    )
    under = over
    void over.then(() => {
      if (under === over) under = null
    })
    return result
  }

  if (finishes)
    holding(() => finishInterrupted(store, settings)).catch((error: unknown) => {
      // settings that cannot be opened are told to each request that needs them
      settings.read().then(
        () => report(error),
        () => undefined
      )
    })

  return {
    changing: () => under,
    rename: (name, by) => holding(() => renameAll(store, settings, name, by)),
    async bringAlong(path, by) {
      const { serviceFolder, formerServiceFolders } = await settings.read()
      for (const former of formerServiceFolders) {
        const [org, site, first, ...rest] = segmentsOf(path)
        if (first === `.${former}` && org !== undefined && site !== undefined) {
          const now = contentPath(`/${[org, site, `.${serviceFolder}`, ...rest].join('/')}`)
          if (await store.stat(now)) return path
          // it is back in any case
          return store.move(path, now, { by }).then(
            () => now,
            () => path
          )
        }
        if (first !== undefined) continue
        for (const place of await sitesIn(store, path)) {
          const step = stepIn(place, former, serviceFolder)
          if ((await store.stat(step.from)) && !(await store.stat(step.to)))
            await store.move(step.from, step.to, { by }).catch(() => undefined)
        }
      }
      return path
    }
  }
}

async function renameAll(
  store: Store,
  settings: StoreDocument<Settings>,
  name: string,
  by: Person
): Promise<Settings> {
  const current = await settings.read()
  const { serviceFolder: before } = current
  if (name === before) return current
  const steps = await stepsOf(store, before, name)
  const moved: Step[] = []
  await settings.update((current) => ({ ...current, serviceFolderBecomes: name }))
  try {
    for (const step of steps) {
      await store.move(step.from, step.to, { by })
      moved.push(step)
    }
    return await settled(settings, name)
  } catch (error) {
    for (const { from, to } of moved.reverse()) await store.move(to, from, { by })
    await settings.update((current) => ({ ...current, serviceFolderBecomes: null }))
    throw error
  }
}

/** Forward only: that no site had the new name was known before the change began. */
async function finishInterrupted(store: Store, settings: StoreDocument<Settings>): Promise<void> {
  const current = await settings.read()
  const { serviceFolder: before, serviceFolderBecomes: name } = current
  if (name === null) return
  const by = ownerOf(current)
  for (const site of await sitesIn(store, ROOT)) {
    const step = stepIn(site, before, name)
    // both are there when somebody made one of them since: each stays
    if ((await store.stat(step.from)) && !(await store.stat(step.to)))
      await store.move(step.from, step.to, { by })
  }
  await settled(settings, name)
}

function settled(settings: StoreDocument<Settings>, name: string): Promise<Settings> {
  return settings.update((current) => ({
    ...current,
    serviceFolder: name,
    serviceFolderBecomes: null,
    formerServiceFolders: [
      ...new Set([...current.formerServiceFolders, current.serviceFolder].filter((one) => one !== name))
    ]
  }))
}

interface Step {
  readonly from: ContentPath
  readonly to: ContentPath
}

async function stepsOf(store: Store, before: string, name: string): Promise<Step[]> {
  const steps: Step[] = []
  for (const site of await sitesIn(store, ROOT)) {
    const step = stepIn(site, before, name)
    // in any spelling of case, as everywhere (N5)
    const taken = (await store.list(site))?.find((entry) => entry.name.toLowerCase() === `.${name}`)
    if (taken) {
      throw new GalleyError(
        'exists',
        sentence`The site ${{ site }} has something named ${{ name: taken.name }} already. Rename or delete it, or choose another name.`,
        { where: taken.path }
      )
    }
    const there = await store.stat(step.from)
    if (there?.kind === 'folder') steps.push(step)
  }
  return steps
}

/** Every site at or below a path: of all organizations, of one, or itself. */
async function sitesIn(store: Store, path: ContentPath): Promise<ContentPath[]> {
  if (segmentsOf(path).length === 2) return [path]
  const folders = ((await store.list(path)) ?? []).filter(
    // configs lie below a name with a dot
    ({ kind, name }) => kind === 'folder' && !name.startsWith('.')
  )
  const sites: ContentPath[] = []
  for (const folder of folders) sites.push(...(await sitesIn(store, folder.path)))
  return sites
}

function stepIn(site: ContentPath, before: string, name: string): Step {
  return { from: contentPath(`${site}/.${before}`), to: contentPath(`${site}/.${name}`) }
}
