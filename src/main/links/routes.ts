import { urlOf } from '../../common/api/url'
import { linkOperations } from '../../common/api/operations/links'
import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError, type Sentence, sentence } from '../../common/errors'
import {
  problemKinds,
  type Changed,
  type DocumentLinks,
  type ExternalLinks,
  type LinkProblem,
  type ProblemKind,
  type SiteProblems
} from '../../common/links/answers'
import { personOf } from '../callers/people'
import { jsonAnswer } from '../http/answers'
import type { Asked, Known, Step } from '../http/asked'
import { pathAfterPrefix, pathInForm, requireBelowRoot } from '../http/request-path'
import { openRoom, type Room } from '../http/room'
import type { Pace } from '../permissions/pace'
import type { Store } from '../store/types'
import { incomingOf } from './document-links'
import { externalHosts, externalLinksOf } from './external'
import { openIgnored } from './ignored'
import type { Links } from './links'
import { mendLinks } from './mending'
import { problemsOf } from './problems'

/** `/links` and `/app/changes` (LK1 to LK6). */
export function openLinksRoom(
  known: Step<Asked, Known>,
  { store, links, pace }: { readonly store: Store; readonly links: Links; readonly pace: Pace }
): Room {
  const ignored = openIgnored(store)
  return openRoom({
    operations: linkOperations,
    enter: known,
    // one slash at the end counts for nothing, and one of a content path may be escaped, as everywhere below a word
    pathOf: (pathname) =>
      (isOfChange(pathname) ? pathname : pathname.replace(/%2f/gi, '/')).replace(/(?<=.)\/$/, ''),
    bodies: { most: () => MOST_BODY },
    handlers: {
      planLinks: (asked, given) =>
        pace(asked, async () => {
          const body = await given.body()
          if ('remove' in body) {
            const paths = body.remove.map(pathInForm)
            for (const path of paths) await asked.access.require('read', path)
            return jsonAnswer(await links.planRemoval(asked, paths))
          }
          const moves = body.move.map(({ from, to }) => ({ from: pathInForm(from), to: pathInForm(to) }))
          for (const { from, to } of moves) {
            await asked.access.require('read', from)
            await asked.access.require('read', to)
            if (segmentsOf(from)[0] !== segmentsOf(to)[0])
              throw new GalleyError('bad-request', 'Moves stay in one organization.', { where: to })
            if (!(await asked.content.stat(from)))
              throw new GalleyError('not-found', 'There is nothing to move.', { where: from })
          }
          return jsonAnswer(await links.plan(asked, moves))
        }),
      listMoved: (asked) => pace(asked, async () => jsonAnswer(await links.moved(asked))),
      readLinks: (asked) =>
        pace(asked, async () => {
          const path = pathAfterPrefix(asked.url)
          await asked.access.require('read', path)
          const around = await links.around(asked, path)
          if (!around) throw new GalleyError('not-found', 'There is no such file.', { where: path })
          const direction = asked.url.searchParams.get('direction')
          if (direction !== null && direction !== 'in' && direction !== 'out')
            throw wrong('direction', '“direction” is “in” or “out”.')
          const page = pageOf(asked)
          const { facts } = around.file
          // one more tells that there is another page
          const into = direction === 'out' ? [] : await around.into(page.from + page.limit + 1)
          const left = Math.max(into.length, direction === 'in' ? 0 : (facts?.links.length ?? 0))
          const body: DocumentLinks = {
            path,
            in: into.slice(page.from, page.from + page.limit).map(incomingOf),
            out: direction === 'in' ? [] : await around.out(page.from, page.limit),
            anchors: [...(facts?.anchors ?? [])],
            complete: facts?.complete ?? true,
            ...nextOf(page, left)
          }
          return jsonAnswer(body)
        }),
      listLinkProblems: (asked) =>
        pace(asked, async () => {
          const site = siteIn(pathAfterPrefix(asked.url))
          await requireSeen(asked, site)
          const kinds = kindsOf(asked)
          const page = pageOf(asked)
          const isIgnored = await ignored.of(site)
          const all = (await problemsOf(await links.asking(asked), site)).map((problem): LinkProblem => {
            const item = isIgnored(problem)
            return item ? { ...problem, ignored: { by: item.by, at: item.at, reason: item.reason } } : problem
          })
          const open = all.filter((problem) => !problem.ignored)
          const shown = (asked.url.searchParams.get('ignored') === 'true' ? all : open).filter(({ is }) =>
            kinds.includes(is)
          )
          const sorted = problemKinds.flatMap((kind) => shown.filter(({ is }) => is === kind))
          const body: SiteProblems = {
            problems: sorted.slice(page.from, page.from + page.limit),
            counts: countsOf(open),
            ignored: all.length - open.length,
            ...nextOf(page, sorted.length)
          }
          return jsonAnswer(body)
        }),
      listExternalLinks: (asked) =>
        pace(asked, async () => {
          const site = siteIn(pathAfterPrefix(asked.url))
          await requireSeen(asked, site)
          const page = pageOf(asked)
          const host = asked.url.searchParams.get('host')
          const all = await externalLinksOf(await links.asking(asked), site)
          const shown = host === null ? [...all.values()].flat() : (all.get(host.toLowerCase()) ?? [])
          const body: ExternalLinks = {
            hosts: externalHosts(all),
            links: shown.slice(page.from, page.from + page.limit),
            ...nextOf(page, shown.length)
          }
          return jsonAnswer(body)
        }),
      async changeLinks(asked, given) {
        const site = siteIn(pathAfterPrefix(asked.url))
        await requireSeen(asked, site)
        const body = await given.body()
        const by = personOf(asked.caller)
        if ('mend' in body)
          return jsonAnswer(
            await mendLinks({ content: asked.content, changes: links.changes, by }, site, body.mend)
          )
        const { path, is, written } = 'ignore' in body ? body.ignore : body.heed
        await asked.access.require('write', contentPath(path))
        const one = { is, path, written }
        if ('ignore' in body)
          await ignored.ignore(site, { ...one, by: by.email, at: Date.now(), reason: body.ignore.reason })
        else await ignored.heed(site, one)
        return jsonAnswer({ change: null, files: 0, links: 0, left: [] } satisfies Changed)
      },
      listChanges: (asked) => pace(asked, async () => jsonAnswer(await links.changes.list(asked.access))),
      undoChange: async (asked, { parameters }) =>
        jsonAnswer(
          await links.changes.undo(asked.content, asked.access, parameters.id, personOf(asked.caller))
        )
    }
  })
}

const MOST_BODY = 8 * 1024 * 1024

const wrong = (where: string, message: string | Sentence) =>
  new GalleyError('bad-request', message, { where })

function siteIn(path: ContentPath): ContentPath {
  if (segmentsOf(path).length === 2) return requireBelowRoot(path)
  throw new GalleyError('bad-path', 'Name an organization and a site: /links/org/site.', { where: path })
}

/** Who may read something in a site may ask about it. @throws GalleyError forbidden */
async function requireSeen({ access }: Known, site: ContentPath): Promise<void> {
  if (!(await access.at(site)).maySee(site)) await access.require('read', site)
}

interface Page {
  readonly from: number
  readonly limit: number
}

function pageOf({ url }: Known): Page {
  const limit = url.searchParams.get('limit') ?? '200'
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > 1000)
    throw wrong('limit', '“limit” is a number from 1 to 1000.')
  const after = url.searchParams.get('after') ?? '0'
  if (!/^\d{1,9}$/.test(after)) throw wrong('after', '“after” is not one that a page gave.')
  return { from: Number(after), limit: Number(limit) }
}

const nextOf = ({ from, limit }: Page, total: number) =>
  from + limit < total ? { next: String(from + limit) } : {}

function kindsOf({ url }: Known): readonly ProblemKind[] {
  const asked = url.searchParams.get('is')
  if (asked === null) return problemKinds
  return asked.split(',').map((name) => {
    const found = problemKinds.find((kind) => kind === name.trim())
    if (!found) throw wrong('is', sentence`“is” is one of ${{ kinds: problemKinds.join(', ') }}.`)
    return found
  })
}

function countsOf(problems: readonly LinkProblem[]): SiteProblems['counts'] {
  const counts: SiteProblems['counts'] = {
    old: 0,
    broken: 0,
    anchor: 0,
    case: 0,
    redirect: 0,
    alt: 0,
    title: 0,
    orphan: 0,
    unused: 0
  }
  for (const { is } of problems) counts[is] += 1
  return counts
}

const isOfChange = (pathname: string): boolean => pathname.startsWith(`${urlOf('listChanges', {})}/`)
