import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Person } from '../../../common/person'
import { contentPath, segmentsOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { momentRun, type MomentRun, type MomentRequest } from '../../../common/moment/answers'
import type { Content } from '../../permissions/content'
import { leaseNote, openWorks } from '../../store'
import type { Store } from '../../store/types'
import type { Running } from '../../events/long-work'
import { bringBack, prepareReturn, type Return } from './bring-back'

const MOST_KEPT = 100

/**
 * Going back to a moment, remembered from before its first step: so it can be gone on with after a crash, and
 * undone.
 */
export interface MomentRuns {
  /** Newest first; a run that no process is at any more is `interrupted`. */
  list(): Promise<MomentRun[]>
  begin(
    content: Content,
    request: MomentRequest & { path: string; by: Person },
    running: Running
  ): Promise<MomentRun>
  /** Does what is left of an interrupted or stopped one. */
  resume(content: Content, id: string, running: Running): Promise<MomentRun>
  /** Brings everything that it touched back to how it was right before. */
  undo(content: Content, id: string, by: Person, running: Running): Promise<MomentRun>
}

const record = momentRun.extend({
  files: z.string().array(),
  trashAdded: z.boolean(),
  /** Who is at it, or was last. */
  lease: leaseNote.exactOptional()
})
type RunRecord = z.infer<typeof record>

export function openMomentRuns(store: Store): MomentRuns {
  const works = openWorks<RunRecord>(store, {
    kind: 'moment-runs',
    parse: (value, key) => record.extend({ id: z.literal(key) }).parse(value)
  })
  const { records } = works

  async function all(): Promise<RunRecord[]> {
    const found = (await records.list()).records.map(({ value }) => value)
    return found.sort((a, b) => b.startedAt - a.startedAt)
  }

  async function need(id: string): Promise<RunRecord> {
    const found = /^[0-9a-f-]{36}$/.test(id) ? await records.get(id) : null
    if (!found) throw new GalleyError('not-found', 'There is no such return (any more).', { where: id })
    if (await works.isHeld(id)) throw underWay(id)
    return found
  }

  async function run(
    content: Content,
    start: RunRecord,
    request: Return,
    running: Running
  ): Promise<MomentRun> {
    const held = await works.hold(start.id)
    if (!held) throw underWay(start.id)
    try {
      const prepared = await prepareReturn(content, request)
      const planned = {
        ...start,
        state: 'running' as const,
        files: start.files,
        total: prepared.plan.files.length
      }
      if (planned.files.length === 0) planned.files = [...prepared.plan.files]
      await held.put(planned)
      const { total, done, failed, stopped } = await bringBack(content, prepared, request, running, held)
      const state = stopped ? ('stopped' as const) : ('done' as const)
      const ended = { ...planned, total, done, failed: [...failed], state, endedAt: Date.now() }
      return shown(await held.put(ended), false)
    } finally {
      held.release()
    }
  }

  async function forgetOldest(): Promise<void> {
    for (const { id, state } of (await all()).slice(MOST_KEPT))
      if (state !== 'running' && !(await works.isHeld(id))) await records.remove(id)
  }

  async function shownNow(run: RunRecord): Promise<MomentRun> {
    if (run.state !== 'running' || (await works.isHeld(run.id))) return shown(run, true)
    // it may have ended in between
    return shown((await records.get(run.id)) ?? run, false)
  }

  return {
    list: async () => Promise.all((await all()).map(shownNow)),
    async begin(content, { path, moment, files, trashAdded = false, token, by }, running) {
      const scope = contentPath(path)
      const chosen = files ? new Set(files) : null
      const start = {
        ...newRun(path, moment, by),
        trashAdded,
        files: files ?? [],
        ...(token !== undefined && { token })
      }
      await past(start.startedAt)
      await forgetOldest()
      const until = start.startedAt
      return run(content, start, { scope, moment, chosen, trashAdded, by, token, until }, running)
    },
    async resume(content, id, running) {
      const start = await need(id)
      if (!['running', 'stopped'].includes(start.state)) {
        throw new GalleyError('exists', 'Nothing is left to do of it.', { where: id })
      }
      const { path, moment, files, trashAdded, by, token, startedAt: until } = start
      const scope = start.undoes === undefined ? contentPath(path) : orgOf(path)
      return run(
        content,
        start,
        { scope, moment, chosen: new Set(files), trashAdded, by, token, until },
        running
      )
    },
    async undo(content, id, by, running) {
      const undone = await need(id)
      const { path, files, startedAt } = undone
      const start = { ...newRun(path, startedAt, by), trashAdded: true, files, undoes: id }
      await past(start.startedAt)
      const request = { scope: orgOf(path), moment: startedAt, chosen: new Set(files), trashAdded: true, by }
      const ended = await run(content, start, request, running)
      if (ended.state === 'done') await records.change(id, (now) => ({ ...(now ?? undone), state: 'undone' }))
      return ended
    }
  }
}

const shown = (
  { files: _files, trashAdded: _trashAdded, lease: _lease, ...told }: RunRecord,
  isHeld: boolean
): MomentRun => ({ ...told, state: told.state === 'running' && !isHeld ? 'interrupted' : told.state })

const underWay = (id: string) => new GalleyError('exists', 'It is still under way.', { where: id })

/** What it touched may have come from elsewhere in the organization. */
const orgOf = (path: string) => contentPath(`/${segmentsOf(contentPath(path))[0] ?? ''}`)

function newRun(path: string, moment: number, by: Person) {
  return {
    id: randomUUID(),
    path,
    moment,
    by,
    startedAt: Date.now(),
    state: 'running' as const,
    total: 0,
    done: 0,
    failed: []
  }
}

/** Until the clock shows a later time: what is changed from then on is told apart from what was before. */
async function past(moment: number): Promise<void> {
  while (Date.now() <= moment) await new Promise((resolve) => setTimeout(resolve, 1))
}
