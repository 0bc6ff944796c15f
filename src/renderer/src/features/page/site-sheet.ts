import { contentPath, type ContentPath } from '../../../../common/content/paths'
import { parseJson } from '../../../../common/json'
import { resourcePathOf, siteFolder } from '../../../../common/publishing/addresses'
import { readSheets } from '../../../../common/publishing/sheets'
import { siteSheetFiles, type SiteSheetKind } from '../../../../common/publishing/site-sheet'
import { api, onServiceEvent } from '../../api'
import { createEntries } from '../../state/store'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** What a sheet in the root of a site says about its files. */
interface SiteSheetReader<T> {
  /**
   * What it says in the site of this file; undefined while it has not been read. Asks for it when nobody has,
   * and again when it is another one. A site without one, or with one that cannot be read, says nothing.
   */
  of(path: ContentPath): T | undefined
  /** Told when it is known, or says something else. @returns a function that ends it */
  readonly follow: (listener: () => void) => () => void
}

/** @param meaning of the rows of its first sheet */
export function siteSheetReader<T>(kind: SiteSheetKind, meaning: (rows: Rows) => T): SiteSheetReader<T> {
  const known = createEntries<ContentPath, T>()
  const asked = new Set<ContentPath>()
  let isHearing = false

  const hear = (name: string) => {
    const path = contentPath(name)
    if (resourcePathOf(path) !== `/${siteSheetFiles[kind]}`) return
    const site = siteFolder(path)
    if (asked.has(site)) void read(site)
  }

  async function read(site: ContentPath): Promise<void> {
    asked.add(site)
    const path = contentPath(`${site}/${siteSheetFiles[kind]}`)
    try {
      // most sites have none: the list says so without a refusal
      const isThere = (await api.list(site, { missing: 'empty' })).some((item) => item.path === path)
      if (!isThere) return known.put(site, meaning([]))
      const { text } = await api.read(path)
      known.put(site, meaning(readSheets(parseJson(text))?.sheets[0]?.rows ?? []))
    } catch {
      known.put(site, meaning([]))
    }
  }

  return {
    of(path) {
      const site = siteFolder(path)
      if (!isHearing) {
        isHearing = true
        onServiceEvent((event) => {
          if (event.type !== 'file') return
          hear(event.path)
          if (event.from !== undefined) hear(event.from)
        })
      }
      if (!asked.has(site)) void read(site)
      return known.now().get(site)
    },
    follow: known.subscribe
  }
}
