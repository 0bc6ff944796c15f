import { contentPath, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { ServiceEventBody } from '../../common/api/events'
import type { ActionRequest, ImportAction, ImportItem } from '../../common/importing/shapes'
import { parseSite } from '../../common/importing/source-site'
import type { Caller } from '../callers/types'
import { jobNames, progressTo } from '../events/progress'
import { Active } from './active'
import type { Begun } from './begin'
import { openCounts } from './counting'
import type { ImportJob } from './job'
import { jobFiles } from './job-files'
import { asSeen, ended, isStep, isUnfinished, requireFit, type StepState } from './job-states'
import { askBeforeOwnNetwork } from './own-network'
import type { ImportSource } from './source'
import { ownSecret } from './sources/tokens'
import { openSteps, type StepParts } from './steps'

/**
 * Runs imports step by step, keeps them on the disk, and goes on with what the end of a process cut off
 * (IM7).
 */
export interface ImportRunner {
  /** @param own the origin by which this service is asked just now */
  start(
    site: ContentPath,
    begun: Begun,
    request: { readonly withMedia: boolean; readonly ownNetwork: boolean },
    caller: Caller,
    own: string
  ): Promise<ImportJob>
  find(site: ContentPath, name: string): Promise<ImportJob | null>
  /** Newest first. */
  list(site: ContentPath): Promise<ImportJob[]>
  /** Of all sites: what is under way, and what waits in the middle; newest first. */
  unfinished(): Promise<ImportJob[]>
  items(job: ImportJob): Promise<readonly ImportItem[]>
  act(job: ImportJob, action: ImportAction, request: ActionRequest, own: string): Promise<ImportJob>
  /** Ends a step before the import is forgotten. */
  remove(job: ImportJob): Promise<void>
  /** The source of an import, for one question about an item. */
  ask<T>(job: ImportJob, own: string, work: (source: ImportSource) => Promise<T>): Promise<T>
  /** Goes on with what was under way, in a workspace that may begin things by itself (T1). */
  resume(): Promise<void>
  /** How many work on a step. */
  underWay(): number
  /** Ends what runs; it goes on with the next start. */
  close(): Promise<void>
}

const KEPT = 100

interface ImportRunnerParts extends StepParts {
  readonly tell: (event: ServiceEventBody) => Promise<void>
}

export function openImportRunner(parts: ImportRunnerParts): ImportRunner {
  const { store, secrets } = parts
  const files = jobFiles(store)
  const running = new Map<string, { readonly active: Active; readonly done: Promise<void> }>()
  const freeName = jobNames('import')
  /** This service itself may be imported from; by which address is known only as long as it answers there. */
  const owns = new Map<string, string>()
  const steps = openSteps(parts, (name) => owns.get(name))
  const opened = new AbortController()
  const openedAt = Date.now()
  let resumed = false

  const teller = ({ name, target }: ImportJob) => {
    const tell = progressTo(parts, { operation: name, path: target })
    return ({ progress }: ImportJob, always: boolean) => tell(progress.done, progress.total, always)
  }
  const notify = (job: ImportJob) => teller(job)(job, true)

  async function startStep(
    job: ImportJob,
    items: readonly ImportItem[],
    state: StepState
  ): Promise<ImportJob> {
    const held = running.has(job.name) ? null : await files.hold(job.name)
    if (!held) throw busy
    try {
      if (opened.signal.aborted) throw new GalleyError('closed', 'The workspace was closed.')
      steps.requireSource(job)
    } catch (error) {
      held.release()
      throw error
    }
    const { error: _error, stopTime: _stopTime, ...rest } = job
    const active = new Active({ ...rest, state }, [...items], files, held, teller(job))
    // whoever asked waits for it as for a pause
    held.signal.addEventListener('abort', () => {
      active.reason ??= 'pause'
      active.stop.abort()
    })
    let finish: () => void = () => undefined
    running.set(job.name, { active, done: new Promise<void>((resolve) => (finish = resolve)) })
    const first = active.change({ state, startTime: job.startTime ?? new Date().toISOString() })
    first
      .then(() => steps.run(active, () => held.require()))
      .catch((error: unknown) => parts.report(error))
      .finally(() => {
        running.delete(job.name)
        held.release()
        notify(active.job)
        finish()
      })
    await first
    return active.job
  }

  async function halt(name: string, reason: 'pause' | 'cancel' | 'close'): Promise<void> {
    const entry = running.get(name)
    if (!entry) return
    entry.active.reason ??= reason
    entry.active.stop.abort()
    await entry.done
  }

  async function find(site: ContentPath, name: string): Promise<ImportJob | null> {
    const job = await latest(name)
    return job?.site === site ? job : null
  }

  /**
   * What works on it knows more than the disk; what the disk says counts only if nothing worked on it before
   * that was read.
   */
  async function latest(name: string): Promise<ImportJob | null> {
    for (;;) {
      const entry = running.get(name)
      if (entry) return entry.active.job
      const stored = await files.job(name)
      if (running.has(name)) continue
      return stored && resumed && !(await isElsewhere(name)) ? asSeen(stored) : stored
    }
  }

  /** Another service over the same store works on it. */
  const isElsewhere = async (name: string) => !running.has(name) && (await files.isHeld(name))

  async function itemsOf(job: ImportJob): Promise<readonly ImportItem[]> {
    return running.get(job.name)?.active.items ?? files.items(job)
  }

  async function forgetOld(site: ContentPath): Promise<void> {
    const old = (await list(site)).filter(({ state }) => ended.has(state)).slice(KEPT)
    for (const job of old) await files.remove(job)
  }

  async function list(site: ContentPath): Promise<ImportJob[]> {
    return known(({ site: its }) => its === site)
  }

  async function known(isMeant: (job: ImportJob) => boolean): Promise<ImportJob[]> {
    const stored = (await files.jobs()).filter(isMeant)
    const all = await Promise.all(
      stored.map((job) => (isStep(job.state) ? latest(job.name) : (running.get(job.name)?.active.job ?? job)))
    )
    return all.flatMap((job) => job ?? []).sort((a, b) => (a.name < b.name ? 1 : -1))
  }

  return {
    find,
    list,
    async unfinished() {
      const found = await known(({ state }) => isUnfinished(state))
      // where nothing goes on by itself, a step that waits for its person has not failed
      return parts.trust.byItself ? found : found.filter(({ state }) => isUnfinished(state))
    },
    items: itemsOf,
    async start(site, begun, { withMedia, ownNetwork }, caller, own) {
      await askBeforeOwnNetwork(begun.source, caller, ownNetwork, [...parts.hosts, own])
      await forgetOld(site)
      const now = Date.now()
      const [first, ...others] = caller.people
      const person = ({ email, name, groups }: (typeof caller.people)[0]) => ({
        email,
        groups: [...groups],
        ...(name === undefined ? {} : { name })
      })
      for (const [name, token] of begun.secrets) await secrets.keep(ownSecret(name, first.email), token)
      const items = begun.items ?? []
      const job: ImportJob = {
        name: freeName(now),
        site,
        target: begun.target,
        source: begun.source,
        caller: {
          kind: caller.kind === 'owner' ? 'owner' : 'token',
          people: [person(first), ...others.map(person)]
        },
        state: 'listed',
        createTime: new Date(now).toISOString(),
        replace: false,
        withMedia,
        ...(ownNetwork && caller.kind === 'owner' && { ownNetwork }),
        hosts: [],
        refused: [...begun.refused],
        repeated: begun.repeated,
        items: items.length,
        progress: { done: items.length, total: items.length },
        counts: openCounts(items).counts(),
        asked: []
      }
      owns.set(job.name, own)
      if (begun.items === null) return startStep(job, [], 'listing')
      await files.putItems(job.name, items, items.keys())
      await files.putJob(job)
      return job
    },
    async act(asked, action, request, own) {
      owns.set(asked.name, own)
      const entry = running.get(asked.name)
      // its last word is on the disk, and it is about to leave
      if (entry && !isStep(entry.active.job.state)) await entry.done
      const job = (await find(contentPath(asked.site), asked.name)) ?? asked
      if (action === 'pause' || action === 'cancel') {
        requireFit(job, action)
        if (running.has(job.name)) await halt(job.name, action)
        else if (await isElsewhere(job.name)) await files.stop(job.name)
        else if (action === 'cancel') {
          const { error: _error, ...rest } = job
          await files.putJob({ ...rest, state: 'cancelled', stopTime: new Date().toISOString() })
          notify(job)
        }
        return (await find(contentPath(job.site), job.name)) ?? job
      }
      if (running.has(job.name) || (await isElsewhere(job.name))) throw busy
      requireFit(job, action)
      const leftOut = request.leaveOut && new Set(request.leaveOut)
      const stored = await files.items(job)
      const items = leftOut ? stored.map((item) => ({ ...item, chosen: !leftOut.has(item.number) })) : stored
      if (leftOut) await files.putItems(job.name, items, items.keys())
      if (action === 'check') return startStep({ ...job, hosts: hostsIn(job, request) }, items, 'checking')
      if (action === 'run') {
        const runTime = new Date().toISOString()
        return startStep({ ...job, runTime, replace: request.replace ?? false }, items, 'running')
      }
      if (job.state === 'failed') return startStep(job, items, job.items === 0 ? 'listing' : 'checking')
      const isDone = items.every(
        ({ chosen, check, result }) => !chosen || check === undefined || check.verdict === 'no' || result
      )
      return startStep(job, items, isDone ? 'validating' : 'running')
    },
    async remove(job) {
      await halt(job.name, 'cancel')
      await files.remove((await files.job(job.name)) ?? job)
      owns.delete(job.name)
      notify(job)
    },
    async ask(job, own, question) {
      owns.set(job.name, own)
      const source = await steps.sourceOf(job)
      try {
        return await question(source)
      } finally {
        source.close()
      }
    },
    async resume() {
      for (const job of parts.trust.byItself ? await files.jobs() : []) {
        const { state } = job
        if (opened.signal.aborted) return
        // one that was begun meanwhile is at work, or has ended
        if (Date.parse(job.createTime) >= openedAt || running.has(job.name) || !isStep(state)) continue
        if (await isElsewhere(job.name)) continue
        await files.items(job).then(
          (items) => startStep(job, items, state).catch(unlessClosed),
          (error: unknown) =>
            files.putJob({
              ...job,
              state: 'failed',
              error: error instanceof GalleyError ? error.message : ''
            })
        )
      }
      resumed = true
    },
    underWay: () => running.size,
    async close() {
      opened.abort()
      await Promise.all([...running.keys()].map((name) => halt(name, 'close')))
    }
  }
}

const busy = new GalleyError('exists', 'This import is at work. Wait for it, or pause it.')

function hostsIn({ hosts }: ImportJob, request: ActionRequest): string[] {
  return [...new Set([...hosts, ...(request.hosts ?? []).map((host) => parseSite(host).origin)])]
}

/** What is cut off by the end of the service goes on with its next start. */
function unlessClosed(error: unknown): void {
  if (!(error instanceof GalleyError) || error.reason !== 'closed') throw error
}
