import type { momentOperations } from '../../../common/api/operations/moment'
import { urlOf } from '../../../common/api/url'
import type { MomentChange, MomentChanges, MomentRun } from '../../../common/moment/answers'
import { momentRequest } from '../../../common/moment/answers'
import { pathOf, type FileChange } from '../../../common/moment/changes'
import {
  isWithin,
  nameOf,
  orgOf,
  contentPath,
  splitName,
  type ContentPath
} from '../../../common/content/paths'
import { GalleyError, type Sentence, sentence } from '../../../common/errors'
import type { Action } from '../../../common/permissions/rules'
import { jsonAnswer } from '../../http/answers'
import type { Known } from '../../http/asked'
import type { Handlers } from '../../http/room'
import { pathAfterAppPrefix, requireBelowRoot } from '../../http/request-path'
import { personOf } from '../../callers/people'
import type { LongWork } from '../../events/long-work'
import type { MomentChangesOf } from './changes'
import type { MomentRuns } from './runs'
import { readSmallJson } from '../../http/small-bodies'

const REQUEST_BYTES = 5 * 1024 * 1024
const PAGE = 1000
const MOST_PAGE = 10_000

/** What changed between two moments, by whom (M1), and the way back (M2, M3). */
export function momentHandlers(momentRuns: MomentRuns, changesOf: MomentChangesOf, longWork: LongWork) {
  return {
    async momentChanges(asked) {
      const token = asked.url.searchParams.get('token')
      const scope = scopeOf(asked, token !== null)
      await requireSeen(asked, scope, 'read')
      const from = momentOf(asked, 'from')
      if (from === null) throw wrong('from', '“from” says since when, in Unix milliseconds.')
      const to = momentOf(asked, 'to')
      if (to !== null && to < from) throw wrong('to', '“to” is not before “from”.')
      const limit = limitOf(asked)
      const { changes, others } = await changesOf(asked, { scope, token, from, to })
      const after = asked.url.searchParams.get('after')
      const begin = after === null ? 0 : changes.findIndex((change) => keyOf(change) > after)
      const page = begin < 0 ? [] : changes.slice(begin, begin + limit)
      const last = page.at(-1)
      const more = last !== undefined && begin + page.length < changes.length
      return jsonAnswer({
        from,
        to,
        total: changes.length,
        changes: page.map((change) => momentChange(change, others.has(change.history.id))),
        ...(more ? { next: keyOf(last) } : {})
      } satisfies MomentChanges)
    },
    async returnToMoment(asked) {
      const { caller, content } = asked
      const wanted = momentRequest.safeParse(await readSmallJson(asked.request, REQUEST_BYTES))
      const scope = scopeOf(asked, wanted.data?.token !== undefined)
      await requireSeen(asked, scope, 'write')
      if (!wanted.success) throw wrong('body', 'The body is JSON: {moment, files?, trashAdded?, token?}.')
      if (wanted.data.moment >= Date.now()) throw wrong('moment', 'The moment lies in the past.')
      const by = personOf(caller)
      return jsonAnswer(
        await longWork.run(asked.request, caller, scope, (running) =>
          momentRuns.begin(content, { ...wanted.data, path: scope, by }, running)
        )
      )
    },
    /** What was brought back, by the caller. */
    async listMomentRuns(asked) {
      const below = asked.url.searchParams.get('path')
      const scope = below === null ? null : contentPath(below)
      const runs = (await momentRuns.list()).filter((run) => isOwn(asked, run))
      return jsonAnswer(scope ? runs.filter(({ path }) => isWithin(contentPath(path), scope)) : runs)
    },
    async changeMomentRun(asked, { parameters: { id, what } }) {
      const run = (await momentRuns.list()).find((one) => one.id === id && isOwn(asked, one))
      if (!run || (what !== 'undo' && what !== 'resume'))
        throw new GalleyError('not-found', 'There is no such return (any more).', { where: id })
      const { caller, content } = asked
      return jsonAnswer(
        await longWork.run(asked.request, caller, contentPath(run.path), (running) =>
          what === 'undo'
            ? momentRuns.undo(content, id, personOf(caller), running)
            : momentRuns.resume(content, id, running)
        )
      )
    }
  } satisfies Handlers<Known, typeof momentOperations>
}

/** What a token did is asked of all organizations at once, too. */
function scopeOf({ url }: Known, ofToken: boolean): ContentPath {
  const scope = pathAfterAppPrefix(url)
  return ofToken ? scope : requireBelowRoot(scope)
}

/** What lies below is judged one by one; who may see nothing there is told so before anything else (P6). */
async function requireSeen({ access }: Known, scope: ContentPath, action: Action): Promise<void> {
  if (!(await access.at(scope)).maySee(scope)) await access.require(action, scope)
}

const isOwn = (asked: Known, run: MomentRun) =>
  asked.access.unrestricted || asked.caller.people.some(({ email }) => email === run.by.email)

const keyOf = (change: FileChange) => `${pathOf(change)}|${change.history.id}`

const wrong = (where: string, message: string | Sentence) =>
  new GalleyError('bad-request', message, { where })

function momentOf(asked: Known, name: 'from' | 'to'): number | null {
  const text = asked.url.searchParams.get(name)
  if (text === null) return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw wrong(name, sentence`“${{ name }}” is a time in Unix milliseconds.`)
}

function limitOf(asked: Known): number {
  const text = asked.url.searchParams.get('limit')
  if (text === null) return PAGE
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= MOST_PAGE) return Number(text)
  throw wrong('limit', sentence`“limit” is a number from 1 to ${{ most: MOST_PAGE }}.`)
}

function momentChange(change: FileChange, others: boolean): MomentChange {
  const { history, kind, before, after, by, at } = change
  const path = pathOf(change)
  const then = after ?? history.trashed?.content
  const { ext } = splitName(nameOf(path))
  return {
    id: history.id,
    kind,
    path,
    ...(before && before.path !== path ? { from: before.path } : {}),
    rewritten: before !== null && before.hash !== then?.hash,
    at,
    by: [...by],
    ...(before?.source.kind === 'version'
      ? {
          version: urlOf('readVersion', {
            at: contentPath(orgOf(path)),
            file_id: history.id,
            version_id: before.source.id,
            ext
          })
        }
      : {}),
    exact: before?.exact ?? true,
    ...(others && { others })
  }
}
