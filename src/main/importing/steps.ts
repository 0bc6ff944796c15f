import type { ContentPath } from '../../common/content/paths'
import { contentPath } from '../../common/content/paths'
import { assertNever, GalleyError, sentence } from '../../common/errors'
import type { ImportItem } from '../../common/importing/shapes'
import type { Access } from '../permissions/access'
import type { Caller } from '../callers/types'
import type { SecretKeeper } from '../secrets'
import type { Store } from '../store/types'
import type { WorkspaceTrust } from '../trust'
import type { Workers } from '../workers'
import type { Active } from './active'
import { checkStep } from './check-step'
import type { ImportJob } from './job'
import { following, isStep } from './job-states'
import type { ImportLimits } from './limits'
import { policyFor, type OwnHosts } from './own-network'
import { runStep } from './run-step'
import { itemOf, type ImportSource } from './source'
import { askedBy, openSource } from './sources'
import { validateStep } from './validate-step'
import { WebFailure } from './web-failure'

export interface StepParts {
  readonly store: Store
  readonly workers: Workers
  readonly accessOf: (caller: Caller) => Access
  readonly secrets: SecretKeeper
  readonly trust: WorkspaceTrust
  readonly limits: ImportLimits
  readonly userAgent: string
  readonly serviceFolder: () => Promise<string>
  readonly report: (error: unknown) => void
  /** Of this machine's own network: what everybody may import from. */
  readonly hosts: OwnHosts
}

/** What the steps of imports do, and where they take things from. */
interface Steps {
  /** One step after the other, until a person is asked, it is stopped, or it fails. */
  run(active: Active, requireHeld: () => Promise<void>): Promise<void>
  /** Whoever opens it closes it. @throws GalleyError untrusted */
  sourceOf(job: ImportJob): Promise<ImportSource>
  /** @throws GalleyError untrusted */
  requireSource(job: ImportJob): void
}

/**
 * @param originOf the address by which this service was asked for an import: it may be imported from itself
 */
export function openSteps(parts: StepParts, originOf: (name: string) => string | undefined): Steps {
  const { store, limits, secrets } = parts

  function requireSource({ source }: ImportJob): void {
    // what is published here is asked of nobody
    if (askedBy(source).length > 0) parts.trust.requireOutgoing()
  }

  async function sourceOf(job: ImportJob): Promise<ImportSource> {
    requireSource(job)
    const access = parts.accessOf(job.caller)
    const mayRead = async (path: ContentPath) => (await access.at(path)).may('read', path)
    const named = [...parts.hosts, originOf(job.name) ?? ''].filter((one) => one !== '')
    return openSource(job.source, {
      store,
      workers: parts.workers,
      limits,
      secrets,
      userAgent: parts.userAgent,
      serviceFolder: parts.serviceFolder,
      mayRead,
      target: contentPath(job.target),
      hosts: job.hosts,
      email: job.caller.people[0].email,
      policy: policyFor(job, named)
    })
  }

  async function run(active: Active, requireHeld: () => Promise<void>): Promise<void> {
    const { signal } = active.stop
    const access = parts.accessOf(active.job.caller)
    const [{ email, name }] = active.job.caller.people
    const by = name === undefined ? { email } : { email, name }
    const step = (source: ImportSource) => ({
      job: active.job,
      items: active.items,
      source,
      store,
      limits,
      by,
      signal,
      serviceFolder: parts.serviceFolder,
      mayWrite: async (path: ContentPath) => (await access.at(path)).may('write', path),
      requireHeld,
      begin: (total: number, done: number) => active.begin(total, done),
      set: (item: ImportItem, counts?: boolean) => active.set(item, counts)
    })
    let source: ImportSource | undefined
    try {
      source = await sourceOf(active.job)
      for (let next = active.job.state; isStep(next);) {
        if (next === 'listing') await listStep(active, source, signal)
        else if (next === 'checking') await checkStep(step(source))
        else if (next === 'running') await runStep(step(source))
        else if (next === 'validating') await validateStep(step(source))
        else assertNever(next)
        if (signal.aborted) break
        const state = following[next]
        await active.change({ state, ...(state === 'done' ? { stopTime: new Date().toISOString() } : {}) })
        next = state
      }
      if (signal.aborted) await stopped(active)
    } catch (error) {
      if (signal.aborted) await stopped(active)
      else await failed(active, error)
    } finally {
      source?.close()
    }
  }

  async function listStep(active: Active, source: ImportSource, signal: AbortSignal): Promise<void> {
    active.begin(0, 0)
    const { entries, refused, repeated } = await source.list(signal)
    const { length } = entries
    if (length > limits.items)
      throw new GalleyError(
        'too-large',
        sentence`The source lists ${{ 'count, number': length }} things; up to ${{ 'most, number': limits.items }} can be imported at a time. Name fewer paths.`
      )
    entries.forEach(({ address, kind }, number) => active.set(itemOf(number, address, kind)))
    active.begin(length, length)
    await active.change({ refused: [...refused], repeated })
  }

  async function stopped(active: Active): Promise<void> {
    const { job } = active
    const failure = active.takeFailure()
    if (failure) return failed(active, failure.error)
    if (active.reason === 'pause') await active.change({ state: 'paused' })
    else if (active.reason === 'cancel')
      await active.change({ state: 'cancelled', stopTime: new Date().toISOString() })
    else await active.change({ state: job.state })
  }

  /**
   * What went wrong with the import as a whole. One whose items are half done waits, and goes on when the
   * reason is gone.
   */
  async function failed(active: Active, error: unknown): Promise<void> {
    const known = error instanceof GalleyError || error instanceof WebFailure
    if (!known) parts.report(error)
    const { state } = active.job
    const waits = state === 'running' || state === 'validating'
    const message = !known
      ? 'Something went wrong in Galley itself. Try to go on.'
      : waits && error instanceof GalleyError && error.reason === 'disk-full'
        ? 'The disk is full. Free some space, then go on: what came already stays.'
        : error.message
    await active.change({ error: message, state: waits ? 'paused' : 'failed' }).catch(parts.report)
  }

  return { run, sourceOf, requireSource }
}
