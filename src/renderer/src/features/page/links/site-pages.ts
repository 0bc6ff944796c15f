import { contentPath, type ContentPath } from '../../../../../common/content/paths'
import type { ServiceEvent } from '../../../../../common/api/events'
import { isPage } from '../../../../../common/formats/files'
import { siteFolder } from '../../../../../common/publishing/addresses'
import { api, onServiceEvent } from '../../../api'
import { knownFiles } from '../../../engines/tree/tree-state'
import { tree, walkSite } from '../../../engines/tree/tree-store'
import { createEntries, useSelected } from '../../../state/store'
import { pageFacts, type PageFacts } from './page-facts'

/**
 * What the pages of the shown site are called, and hold, as far as they have been read: the names of all at
 * once, what is in them page by page, when somebody looks for one. Kept until a page changes.
 */
const facts = createEntries<ContentPath, PageFacts>()
const nothing: PageFacts = { title: '', headings: [], tags: [], blocks: [] }

/** Larger sites are known by their names, and by what is in this many of their pages. */
const MOST = 400
const AT_ONCE = 4

let wanted: ContentPath[] = []
let reading = 0
let isHearing = false
let site: ContentPath | null = null

/** Reads what is not known yet of the site that a page is in; pages near to it first. */
export async function readSitePages(page: ContentPath): Promise<void> {
  const root = siteFolder(page)
  if (!isHearing) {
    isHearing = true
    onServiceEvent(hear)
  }
  if (site !== root) {
    site = root
    facts.set(new Map())
  }
  await walkSite()
  if (site !== root) return
  const near = (path: ContentPath) => commonLength(path, page)
  const missing = sitePaths(page).filter((path) => !facts.now().has(path) && !wanted.includes(path))
  const room = Math.max(0, MOST - facts.now().size - wanted.length)
  wanted = [...wanted, ...missing.sort((a, b) => near(b) - near(a)).slice(0, room)]
  for (let at = reading; at < AT_ONCE; at++) void readNext()
}

/** The pages of the site that a page is in, as far as the tree knows their names. */
export function sitePaths(page: ContentPath): ContentPath[] {
  const root = siteFolder(page)
  if (tree().root !== root) return []
  return knownFiles(tree()).flatMap(({ path, ext }) => (isPage(ext) ? [path] : []))
}

/** What is known of a page. */
export const factsOf = (path: ContentPath): PageFacts => facts.now().get(path) ?? nothing

/** What is known of all pages, drawn anew when more is. */
export const useSiteFacts = (): ReadonlyMap<ContentPath, PageFacts> => useSelected(facts, (all) => all)

export const siteFacts = (): ReadonlyMap<ContentPath, PageFacts> => facts.now()

async function readNext(): Promise<void> {
  const path = wanted.shift()
  if (path === undefined) return
  reading += 1
  try {
    const root = site
    const { text } = await api.read(path)
    if (site === root) facts.put(path, pageFacts(text))
  } catch {
    // a page that is gone, too large or not for this person is known by its name alone
    facts.put(path, nothing)
  } finally {
    reading -= 1
    await readNext()
  }
}

function hear(event: ServiceEvent): void {
  if (event.type !== 'file') return
  for (const name of [event.path, event.from ?? event.path]) {
    const path = contentPath(name)
    if (!facts.now().has(path) && name !== event.path) continue
    if (event.change === 'deleted' || name !== event.path) facts.put(path, null)
    else if (facts.now().has(path) || event.change !== 'changed') reread(path)
  }
}

function reread(path: ContentPath): void {
  if (site === null || !path.startsWith(`${site}/`) || !path.endsWith('.html') || wanted.includes(path))
    return
  wanted = [...wanted, path]
  if (reading < AT_ONCE) void readNext()
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
