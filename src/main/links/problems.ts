import { contentPath, type ContentPath } from '../../common/content/paths'
import type { LinkProblem, ProblemKind } from '../../common/links/answers'
import type { FoundLink } from '../../common/links/facts'
import { formatOfPath, isPage } from '../../common/formats/files'
import { siteSheetFiles } from '../../common/publishing/site-sheet'
import { takingTurns } from '../system/turns'
import type { Asking, Standing } from './asking'
import { edgesTo, isInSite, titleOf } from './document-links'
import { fixOf } from './fixes'
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
  for (const file of files) {
    await turn()
    for (const link of file.facts?.links ?? []) {
      const problem = ofLink(asking, file, link)
      if (problem) found.push(problem)
    }
    for (const line of file.facts?.withoutAlt ?? []) found.push({ is: 'alt', ...named(file), line })
    const problem = ofFile(asking, file, site)
    if (problem) found.push(problem)
  }
  found.push(...doubleTitles(files))
  return found.map((problem) =>
    may('write', contentPath(problem.path)) ? problem : { ...problem, readOnly: true as const }
  )
}

const named = (file: KnownFile) => ({ path: file.path, title: titleOf(file) })

const kinds: Partial<Record<Standing['state'], ProblemKind>> = {
  old: 'old',
  broken: 'broken',
  anchor: 'anchor',
  case: 'case',
  loop: 'redirect'
}

function ofLink(asking: Asking, file: KnownFile, link: FoundLink): LinkProblem | null {
  const standing = asking.stateOf(file, link)
  const is = kinds[standing.state]
  if (!is) return null
  const fix = fixOf(asking, { file, link, standing })
  return {
    is,
    ...named(file),
    n: link.n,
    line: link.line,
    column: link.column,
    written: link.value,
    ...(fix && { fix })
  }
}

/** Whether nobody links to a page that readers do not come to by themselves. */
export function isOrphan(asking: Asking, { path }: KnownFile, site: ContentPath): boolean {
  const below = path.slice(site.length)
  return (
    isPage(below.slice(below.lastIndexOf('.') + 1)) &&
    !entrances.has(below) &&
    edgesTo(asking, path).length === 0
  )
}

/** A page that nobody links to; a file that nobody shows. */
function ofFile(asking: Asking, file: KnownFile, site: ContentPath): LinkProblem | null {
  const below = file.path.slice(site.length)
  const isSheet = Object.values(siteSheetFiles).some((name) => below === `/${name}`)
  if (isSheet || entrances.has(below)) return null
  const format = formatOfPath(file.path)
  const ext = below.slice(below.lastIndexOf('.') + 1)
  const is = isPage(ext)
    ? isOrphan(asking, file, site)
      ? 'orphan'
      : null
    : format === 'media'
      ? 'unused'
      : null
  return is && (is === 'orphan' || edgesTo(asking, file.path).length === 0) ? { is, ...named(file) } : null
}

/** So many are named beside a page of the same title. */
const MOST_OTHERS = 20

function doubleTitles(files: readonly KnownFile[]): LinkProblem[] {
  const byTitle = new Map<string, KnownFile[]>()
  for (const file of files) {
    const title = titleOf(file).trim()
    if (title === '') continue
    const same = byTitle.get(title)
    if (same) same.push(file)
    else byTitle.set(title, [file])
  }
  return [...byTitle.values()].flatMap((same) =>
    same.length < 2
      ? []
      : same.map((file) => ({
          is: 'title' as const,
          ...named(file),
          others: same
            .slice(0, MOST_OTHERS + 1)
            .flatMap(({ path }) => (path === file.path ? [] : [path]))
            .slice(0, MOST_OTHERS)
        }))
  )
}
