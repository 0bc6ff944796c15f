import { nameOf, siteOf, type ContentPath } from '../../common/content/paths'
import { baseOf } from '../../common/links/address'
import type { LinkProblem, ProblemKind } from '../../common/links/answers'
import type { FoundLink } from '../../common/links/facts'
import { reachOf } from '../../common/links/meaning'
import { saidAt } from '../../common/links/rewrite'
import { spellingsOf } from '../../common/links/spellings'
import { formatOfPath, isPage } from '../../common/formats/files'
import { siteSheetFiles } from '../../common/publishing/site-sheet'
import { takingTurns } from '../system/turns'
import type { Asking, Standing } from './asking'
import { edgesTo, isInSite, titleOf } from './document-links'
import { isOwnThing, type KnownFile } from './link-index'

/** Pages that readers come to by themselves, or that other pages show. */
const entrances = new Set([
  '/index.html',
  '/404.html',
  '/head.html',
  '/nav.html',
  '/header.html',
  '/footer.html'
])

/** The problems of a site, of what the caller may read: broken ones first, each in the order of its path (LK6). */
export async function problemsOf(asking: Asking, site: ContentPath): Promise<LinkProblem[]> {
  const { graph, may } = asking
  const files = [...graph.files.values()]
    .filter(({ path }) => isInSite(path, site) && !isOwnThing(path) && may('read', path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const turn = takingTurns()
  const found: LinkProblem[] = []
  const byName = namesIn(files)
  for (const file of files) {
    await turn()
    for (const link of file.facts?.links ?? []) {
      const problem = ofLink(asking, file, link, byName)
      if (problem) found.push(problem)
    }
    for (const line of file.facts?.withoutAlt ?? []) found.push({ is: 'alt', ...named(file), line })
    const problem = ofFile(asking, file, site)
    if (problem) found.push(problem)
  }
  found.push(...doubleTitles(files))
  return found
}

const named = (file: KnownFile) => ({ path: file.path, title: titleOf(file) })

const kinds: Partial<Record<Standing['state'], ProblemKind>> = {
  broken: 'broken',
  anchor: 'anchor',
  case: 'case',
  loop: 'redirect'
}

function ofLink(
  asking: Asking,
  file: KnownFile,
  link: FoundLink,
  byName: ReadonlyMap<string, ContentPath | null>
): LinkProblem | null {
  const standing = asking.stateOf(file, link)
  const is = kinds[standing.state]
  // data may hold paths that are none of the site
  if (!is || (link.kind === 'text' && is === 'broken' && !isLikely(standing))) return null
  const target =
    standing.state === 'case' ? standing.to : standing.state === 'broken' ? namesake(standing, byName) : null
  const after = target && standing.said ? spelled(asking, file, link, standing.said, target) : null
  return {
    is,
    ...named(file),
    n: link.n,
    line: link.line,
    written: link.value,
    ...(after !== null && { fix: { before: link.value, after } })
  }
}

/** Words that look like a path are one when something of that name is there, or they name a page or file. */
const isLikely = ({ said }: Standing): boolean =>
  said !== null && (said.form === 'host' || /\.[a-z0-9]{2,5}$/i.test(said.pathname))

/** The one file of the site that is called as an address asks, elsewhere. */
function namesake({ said }: Standing, byName: ReadonlyMap<string, ContentPath | null>): ContentPath | null {
  const last = said?.pathname.split('/').at(-1) ?? ''
  try {
    const name = decodeURIComponent(last).normalize('NFC').toLowerCase()
    return name === '' || name === 'index' ? null : (byName.get(name) ?? byName.get(`${name}.html`) ?? null)
  } catch {
    return null
  }
}

function namesIn(files: readonly KnownFile[]): Map<string, ContentPath | null> {
  const found = new Map<string, ContentPath | null>()
  for (const { path } of files) {
    const name = nameOf(path).toLowerCase()
    found.set(name, found.has(name) ? null : path)
  }
  return found
}

function spelled(
  { world }: Asking,
  file: KnownFile,
  link: FoundLink,
  said: NonNullable<Standing['said']>,
  target: ContentPath
): string | null {
  const base = link.relative ? baseOf(file.path).base : null
  const asked = {
    value: link.value,
    said,
    led: target,
    target,
    site: siteOf(file.path),
    base,
    hosts: world.hosts
  }
  for (const value of spellingsOf(asked)) {
    const now = saidAt(value, file.path, world, link.relative)
    const reach = now && reachOf(now, world)
    if (reach?.kind === 'document' && reach.path === target && !reach.spelled) return value
  }
  return null
}

/** A page that nobody links to; a file that nobody shows. */
function ofFile(asking: Asking, file: KnownFile, site: ContentPath): LinkProblem | null {
  const below = file.path.slice(site.length)
  const isSheet = Object.values(siteSheetFiles).some((name) => below === `/${name}`)
  if (isSheet || entrances.has(below)) return null
  const format = formatOfPath(file.path)
  const ext = below.slice(below.lastIndexOf('.') + 1)
  const is = isPage(ext) ? 'orphan' : format === 'media' ? 'unused' : null
  return is && edgesTo(asking, file.path).length === 0 ? { is, ...named(file) } : null
}

function doubleTitles(files: readonly KnownFile[]): LinkProblem[] {
  const byTitle = new Map<string, KnownFile[]>()
  for (const file of files) {
    const title = titleOf(file).trim()
    if (title !== '') byTitle.set(title, [...(byTitle.get(title) ?? []), file])
  }
  return [...byTitle.values()].flatMap((same) =>
    same.length < 2
      ? []
      : same.map((file) => ({
          is: 'title' as const,
          ...named(file),
          others: same.flatMap(({ path }) => (path === file.path ? [] : [path])).slice(0, 20)
        }))
  )
}
