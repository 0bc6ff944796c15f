import { clashKey, contentPath, siteOf, type ContentPath } from '../../common/content/paths'
import { isBelowPlace } from '../../common/search/place'
import type { LinkAsk } from '../../common/search/filters'
import type { Asking } from './asking'
import { edgesTo } from './document-links'
import type { KnownFile } from './link-index'
import { isOrphan } from './problems'

const faults = new Set(['broken', 'old', 'loop', 'anchor', 'case'])
const broken = new Set(['broken', 'old', 'loop'])

/** Whether a file has such links, of what the caller may read at both ends (FI12). */
export function linkTestFor(asking: Asking, ask: LinkAsk): (path: string) => boolean {
  const { graph, may } = asking
  const known = (path: string): KnownFile | null => {
    const file = graph.files.get(contentPath(path))
    return file && may('read', file.path) ? file : null
  }
  const linksOf = (path: string) => known(path)?.facts?.links ?? []
  const someState = (path: string, states: ReadonlySet<string>) => {
    const file = known(path)
    return file !== null && linksOf(path).some((link) => states.has(asking.stateOf(file, link).state))
  }
  switch (ask.what) {
    case 'to':
    case 'from': {
      const found = ask.what === 'to' ? linkingTo(asking, ask.place) : linkedFrom(asking, ask.place)
      return (path) => found.has(contentPath(path))
    }
    case 'broken':
      return (path) => someState(path, broken)
    case 'problems':
      return (path) => someState(path, faults) || (known(path)?.facts?.withoutAlt.length ?? 0) > 0
    case 'orphan':
      return (path) => {
        const file = known(path)
        return file !== null && isOrphan(asking, file, siteOf(file.path))
      }
    case 'links':
      return (path) => linksOf(path).some(({ kind }) => kind !== 'media')
    case 'media':
      return (path) => linksOf(path).some(({ kind }) => kind === 'media')
    case 'fragments':
      return (path) => {
        const file = known(path)
        return (
          file !== null &&
          linksOf(path).some((link) => asking.stateOf(file, link).to?.includes('/fragments/') === true)
        )
      }
  }
}

const placed = ({ graph, may }: Asking, place: string): KnownFile[] =>
  [...graph.files.values()].filter(
    ({ path }) =>
      isBelowPlace(clashKey(path), place.startsWith('/') ? place : `/${place}`) && may('read', path)
  )

function linkingTo(asking: Asking, place: string): Set<ContentPath> {
  const found = new Set<ContentPath>()
  for (const { path } of placed(asking, place))
    for (const { from } of edgesTo(asking, path)) found.add(from.path)
  return found
}

function linkedFrom(asking: Asking, place: string): Set<ContentPath> {
  const found = new Set<ContentPath>()
  for (const file of placed(asking, place))
    for (const link of file.facts?.links ?? []) {
      const { to } = asking.stateOf(file, link)
      if (to !== null && to !== file.path) found.add(to)
    }
  return found
}
