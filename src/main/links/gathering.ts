import {
  clashKey,
  contentPath,
  isContentPath,
  isWithin,
  nameOf,
  type ContentPath
} from '../../common/content/paths'
import type { HostNames } from '../../common/links/address'
import type { LinkFacts } from '../../common/links/facts'
import { isSpelled } from '../../common/links/keys'
import type { Move } from '../../common/links/moved'
import { redirectRows } from '../../common/links/plan'
import type { Redirects } from '../../common/publishing/redirects'
import { siteSheetFiles } from '../../common/publishing/site-sheet'
import type { LinkRows } from '../store/types'
import { sayingAt, type Surroundings } from './graph'
import { isCountedFile, isOwnThing, isRead, type KnownFile } from './link-index'

/** What is asked about one document, fetched as it is asked for: it costs what there is around the document. */
interface Gathering {
  readonly around: Surroundings
  /** What some work finds once all that it asks is known: it is done again until then. */
  settled<Found>(work: () => Found): Promise<Found>
}

interface GatheringParts {
  readonly rows: LinkRows
  readonly hosts: HostNames
  readonly moves: readonly Move[]
  /** The links of a document whose row is missing. */
  readonly read: (path: ContentPath) => Promise<LinkFacts | null>
}

/** So many files of a folder are looked at, then as many again, until one counts. */
const FILES = 100

interface Looked {
  readonly files: readonly ContentPath[]
  readonly isAll: boolean
}

export function openGathering({ rows, hosts, moves, read }: GatheringParts): Gathering {
  const files = new Map<string, KnownFile | null>()
  const folders = new Map<ContentPath, Looked>()
  const names = new Map<string, readonly ContentPath[]>()
  const redirects = new Map<KnownFile, Redirects>()
  const wanted = {
    files: new Map<string, ContentPath>(),
    folders: new Set<ContentPath>(),
    names: new Map<ContentPath, Set<string>>()
  }

  function at(path: ContentPath): KnownFile | null {
    const key = clashKey(path)
    const known = files.get(key)
    if (known === undefined) wanted.files.set(key, path)
    return known ?? null
  }

  function get(path: ContentPath): KnownFile | undefined {
    const file = at(path)
    return file?.path === path ? file : undefined
  }

  const has = (path: ContentPath) => get(path) !== undefined

  const around: Surroundings = {
    files: { get, has },
    hosts,
    moves,
    old: new Map(),
    world: {
      has,
      spelled(path) {
        const found = at(path)?.path
        return found !== undefined && isSpelled(found, path) ? found : null
      },
      redirects(site) {
        const sheet = get(contentPath(`${site}/${siteSheetFiles.redirects}`))
        if (sheet?.facts?.redirects == null) return none
        const known = redirects.get(sheet) ?? redirectRows(sheet.facts.redirects)
        redirects.set(sheet, known)
        return known
      },
      hosts
    },
    saidOf: sayingAt(hosts),
    holds(folder, isCounted = () => true) {
      if (!isContentPath(folder)) return false
      const known = folders.get(folder)
      if (known?.files.some((path) => isWithin(path, folder) && isCounted(path))) return true
      if (!known?.isAll) wanted.folders.add(folder)
      return false
    },
    called(site, name) {
      const known = names.get(`${site}/${name}`)
      if (known === undefined) wanted.names.set(site, (wanted.names.get(site) ?? new Set()).add(name))
      return known ?? []
    }
  }

  async function fetchFiles(): Promise<void> {
    const asked = new Map(wanted.files)
    wanted.files.clear()
    if (asked.size === 0) return
    for (const file of await rows.at([...asked.values()])) {
      if (!isCountedFile(file.path)) continue
      const facts = isRead(file.path) ? (file.facts ?? (await read(file.path))) : null
      files.set(clashKey(file.path), { ...file, facts })
    }
    for (const key of asked.keys()) if (!files.has(key)) files.set(key, null)
  }

  async function fetchFolders(): Promise<void> {
    const asked = [...wanted.folders]
    wanted.folders.clear()
    for (const folder of asked) {
      const before = folders.get(folder)?.files ?? []
      const more = await rows.below(folder, before.at(-1) ?? null, FILES)
      folders.set(folder, {
        files: [...before, ...more],
        isAll: more.length < FILES
      })
    }
  }

  async function fetchNames(): Promise<void> {
    const asked = [...wanted.names]
    wanted.names.clear()
    for (const [site, some] of asked) {
      // no file has a name with this sign, and no question of the database
      const found = await rows.called(
        site,
        [...some].filter((name) => !name.includes('\0'))
      )
      const same = (name: string) => found.filter((path) => nameOf(path).toLowerCase() === name)
      for (const name of some)
        names.set(
          `${site}/${name}`,
          same(name).filter((path) => isCountedFile(path) && !isOwnThing(path))
        )
    }
  }

  return {
    around,
    async settled(work) {
      for (;;) {
        const found = work()
        if (wanted.files.size + wanted.folders.size + wanted.names.size === 0) return found
        await fetchFiles()
        await fetchFolders()
        await fetchNames()
      }
    }
  }
}

const none: Redirects = new Map()
