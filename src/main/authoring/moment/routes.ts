import type { MomentChange, MomentChanges, MomentRun } from '../../../common/moment/answers'
import { momentWish } from '../../../common/moment/answers'
import { changesBetween, pathOf, type FileChange } from '../../../common/moment/changes'
import {
  isWithin,
  nameOf,
  contentPath,
  segmentsOf,
  splitName,
  type ContentPath
} from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Action } from '../../../common/permissions/rules'
import type { Methods, RouteContext, ServiceContext } from '../../http/context'
import { pathAfterAppPrefix, requireBelowRoot } from '../../http/request-path'
import { personOf } from '../../http/session'
import { readSmallJson } from '../../http/small-bodies'

const WISH_BYTES = 5 * 1024 * 1024
const PAGE = 1000
const MOST_PAGE = 10_000

/** `GET /app/moment/{scope}`: what changed between two moments, by whom (M1). `POST`: brings it back to how it was (M2). */
export function momentRoutes({ momentRuns, operations }: ServiceContext): Methods {
  return {
    async GET(c) {
      const scope = requireBelowRoot(pathAfterAppPrefix(c.env.url))
      await requireSeen(c, scope, 'read')
      const from = momentOf(c, 'from')
      if (from === null) throw wrong('from', '“from” says since when, in Unix milliseconds.')
      const to = momentOf(c, 'to')
      if (to !== null && to < from) throw wrong('to', '“to” is not before “from”.')
      const limit = limitOf(c)
      const lives = await c.env.content.lives(scope, from)
      const changes = changesBetween(lives, scope, from, to)
      const after = c.req.query('after')
      const begin = after === undefined ? 0 : changes.findIndex((change) => keyOf(change) > after)
      const page = begin < 0 ? [] : changes.slice(begin, begin + limit)
      const last = page.at(-1)
      const more = last !== undefined && begin + page.length < changes.length
      return answer({
        from,
        to,
        total: changes.length,
        changes: page.map(told),
        ...(more ? { next: keyOf(last) } : {})
      } satisfies MomentChanges)
    },
    async POST(c) {
      const { caller, content, url } = c.env
      const scope = requireBelowRoot(pathAfterAppPrefix(url))
      await requireSeen(c, scope, 'write')
      const wish = momentWish.safeParse(await readSmallJson(c.req.raw, WISH_BYTES))
      if (!wish.success) throw wrong('body', 'The body is JSON: {moment, files?, trashAdded?}.')
      if (wish.data.moment >= Date.now()) throw wrong('moment', 'The moment lies in the past.')
      const by = personOf(caller)
      return answer(
        await operations.run(c.req.raw, caller, scope, (running) =>
          momentRuns.begin(content, { ...wish.data, path: scope, by }, running)
        )
      )
    }
  }
}

/** `GET /app/moment-runs[?path=]`: what was brought back, by the caller (M3). */
export function momentRunsRoutes({ momentRuns }: ServiceContext): Methods {
  return {
    async GET(c) {
      const below = c.req.query('path')
      const scope = below === undefined ? null : contentPath(below)
      const runs = (await momentRuns.list()).filter((run) => isOwn(c, run))
      return answer(scope ? runs.filter(({ path }) => isWithin(contentPath(path), scope)) : runs)
    }
  }
}

/** `POST /app/moment-runs/{id}/{undo|resume}` (M3). */
export function momentRunRoutes({ momentRuns, operations }: ServiceContext): Methods {
  return {
    async POST(c) {
      const id = c.req.param('id') ?? ''
      const what = c.req.param('what')
      const run = (await momentRuns.list()).find((one) => one.id === id && isOwn(c, one))
      if (!run || (what !== 'undo' && what !== 'resume'))
        throw new GalleyError('not-found', 'There is no such return (any more).', { where: id })
      const { caller, content } = c.env
      return answer(
        await operations.run(c.req.raw, caller, contentPath(run.path), (running) =>
          what === 'undo'
            ? momentRuns.undo(content, id, personOf(caller), running)
            : momentRuns.resume(content, id, running)
        )
      )
    }
  }
}

/** What lies below is judged one by one; who may see nothing there is told so before anything else (P6). */
async function requireSeen(
  { env: { access } }: RouteContext,
  scope: ContentPath,
  action: Action
): Promise<void> {
  if (!(await access.at(scope)).maySee(scope)) await access.require(action, scope)
}

const isOwn = (c: RouteContext, run: MomentRun) =>
  c.env.access.unrestricted || c.env.caller.people.some(({ email }) => email === run.by.email)

const answer = (value: unknown) => Response.json(value, { headers: { 'Cache-Control': 'no-store' } })

const keyOf = (change: FileChange) => `${pathOf(change)}|${change.life.id}`

const wrong = (where: string, message: string) => new GalleyError('bad-request', message, { where })

function momentOf(c: RouteContext, name: 'from' | 'to'): number | null {
  const text = c.req.query(name)
  if (text === undefined) return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw wrong(name, `“${name}” is a time in Unix milliseconds.`)
}

function limitOf(c: RouteContext): number {
  const text = c.req.query('limit')
  if (text === undefined) return PAGE
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= MOST_PAGE) return Number(text)
  throw wrong('limit', `“limit” is a number from 1 to ${MOST_PAGE}.`)
}

function told(change: FileChange): MomentChange {
  const { life, kind, before, after, by, at } = change
  const path = pathOf(change)
  const then = after ?? life.trashed?.content
  const [org = ''] = segmentsOf(path)
  const { ext } = splitName(nameOf(path))
  return {
    id: life.id,
    kind,
    path,
    ...(before && before.path !== path ? { from: before.path } : {}),
    rewritten: before !== null && before.hash !== then?.hash,
    at,
    by: by.map(({ email, name }) => (name === undefined ? { email } : { email, name })),
    ...(before?.source.kind === 'version'
      ? { version: `/versionsource/${encodeURIComponent(org)}/${life.id}/${before.source.id}.${ext}` }
      : {}),
    exact: before?.exact ?? true
  }
}
