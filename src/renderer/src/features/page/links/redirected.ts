import { contentPath, type ContentPath } from '../../../../../common/content/paths'
import { parseJson } from '../../../../../common/json'
import { redirectKey, redirectsIn, type Redirects } from '../../../../../common/publishing/redirects'
import { readSheets } from '../../../../../common/publishing/sheets'
import { resourcePathOf, siteFolder, webPathOf } from '../../../../../common/publishing/addresses'
import { siteSheetFiles } from '../../../../../common/publishing/site-sheet'
import { api, onServiceEvent } from '../../../api'
import { createEntries } from '../../../state/store'

const known = createEntries<ContentPath, Redirects>()
const asked = new Set<ContentPath>()
let isHearing = false

/** Told when the redirects of a site are known, or others. */
export const followRedirects = known.subscribe

/**
 * Whether readers who ask for this file are sent elsewhere; asks for the redirects of the site when nobody
 * has.
 */
export function isRedirected(path: ContentPath): boolean {
  const site = siteFolder(path)
  if (!isHearing) {
    isHearing = true
    onServiceEvent((event) => {
      const path = event.type === 'file' ? contentPath(event.path) : null
      if (path !== null && resourcePathOf(path) === `/${siteSheetFiles.redirects}`)
        asked.delete(siteFolder(path))
    })
  }
  if (!asked.has(site)) void read(site)
  return (
    known
      .now()
      .get(site)
      ?.has(redirectKey(webPathOf(path))) === true
  )
}

async function read(site: ContentPath): Promise<void> {
  asked.add(site)
  try {
    const { text } = await api.read(contentPath(`${site}/${siteSheetFiles.redirects}`))
    known.put(site, redirectsIn(readSheets(parseJson(text))?.sheets[0]?.rows ?? []))
  } catch {
    // a site without redirects, or with some that cannot be read, sends nobody elsewhere
    known.put(site, new Map())
  }
}
