import { useEffect } from 'react'
import { nameOf, contentPath, type ContentPath, siteOf } from '../../../../common/content/paths'
import type { ImportShown } from '../../../../common/importing/shapes'
import { useServiceEvents } from '../../api'
import { startJob } from '../../workbench/jobs'
import { activeTab, workbench } from '../../workbench/workbench'
import { notifyFailure, notifyWithAction } from '../../workbench/toast'
import { imports } from '../../api/importing'
import { openImport } from './preset'
import { isAtWork, showImport } from './use-import'
import { items, outcomeWords } from './words'
import { numberText } from '../../components/formats'

interface Followed {
  readonly job: ReturnType<typeof startJob>
  readonly paused: boolean
  timer?: ReturnType<typeof setTimeout>
}

const followed = new Map<string, Followed>()

/**
 * Shows in the status bar how far imports are, whatever tab is in front, and those that wait in the middle,
 * also after a start (IM7). How one ended is said, unless its own tab shows it.
 */
export function useImportStatus(): void {
  useEffect(() => {
    // the stream may be open already, and its `hello` over
    void readUnfinished()
    return () => [...followed.keys()].forEach(forget)
  }, [])
  useServiceEvents((event) => {
    if (event.type === 'hello') void readUnfinished()
    if (event.type !== 'progress' || !event.operation.startsWith('import-')) return
    const { operation: name, done, total } = event
    const site = siteOf(contentPath(event.path))
    const known = followed.get(name)
    if (known?.paused) lookSoon(site, name, 0)
    else if (known) {
      known.job.progress(done, numbers(done, total), total)
      lookSoon(site, name)
    } else if (total > 0 && done < total) follow(site, name, done, total)
  })
}

const QUIET_MS = 700

async function readUnfinished(): Promise<void> {
  // a service that does not answer now says hello again
  const found = await imports.unfinished().catch(() => [])
  for (const job of found) show(job)
}

function show(job: ImportShown): void {
  const { name, progress } = job
  const site = siteOf(contentPath(job.target))
  if (job.state === 'paused') wait(site, job)
  else follow(site, name, progress.done, progress.total)
}

function follow(site: ContentPath, name: string, done: number, total: number): void {
  forget(name)
  const job = startJob({
    title: `Import into ${nameOf(site)}`,
    total,
    unit: 'items',
    cancel: () => void stop(site, name),
    open: () => openIt(site, name)
  })
  job.progress(done, numbers(done, total))
  followed.set(name, { job, paused: false })
  lookSoon(site, name)
}

/** Nothing moves, but nobody is to forget it. */
function wait(site: ContentPath, { name, progress: { done, total } }: ImportShown): void {
  forget(name)
  const job = startJob({
    title: `Import into ${nameOf(site)} paused`,
    total,
    unit: 'items',
    open: () => openIt(site, name)
  })
  job.progress(done, numbers(done, total))
  followed.set(name, { job, paused: true })
}

const numbers = (done: number, total: number) => `${numberText(done)} of ${numberText(total)} items`

function forget(name: string): void {
  const known = followed.get(name)
  if (!known) return
  clearTimeout(known.timer)
  known.job.end()
  followed.delete(name)
}

function openIt(site: ContentPath, name: string): void {
  showImport(site, name)
  openImport(site)
}

function lookSoon(site: ContentPath, name: string, after = QUIET_MS): void {
  const known = followed.get(name)
  if (!known) return
  clearTimeout(known.timer)
  known.timer = setTimeout(() => void look(site, name), after)
}

/** Nothing was heard for a while: it goes on, it waits, or it has ended. */
async function look(site: ContentPath, name: string): Promise<void> {
  const known = followed.get(name)
  if (!known) return
  const job = await imports.read(site, name).catch(() => null)
  if (followed.get(name) !== known) return
  if (job === null) forget(name)
  else if (isAtWork(job)) {
    const { done, total } = job.progress
    if (known.paused) show(job)
    else {
      // events tell of many steps only now and then, and not of the last before a wait
      if (total > 0) known.job.progress(done, numbers(done, total), total)
      lookSoon(site, name)
    }
  } else {
    if (job.state !== 'paused') forget(name)
    else if (!known.paused) wait(site, job)
    if (!known.paused) sayEnd(site, job)
  }
}

/** Said to who looks at something else. */
function sayEnd(site: ContentPath, job: ImportShown): void {
  const tab = activeTab(workbench())
  if (tab?.kind === 'tool' && tab.tool === 'import' && siteOf(tab.path) === site) return
  const into = nameOf(site)
  if (job.state === 'done')
    notifyWithAction(`The import into ${into} is done: ${results(job)}`, 'Show the report', () =>
      openIt(site, job.name)
    )
  else if (job.error !== undefined)
    notifyFailure(
      job.state === 'paused' ? `The import into ${into} waits` : `The import into ${into} failed`,
      job.error
    )
}

function results({ counts: { outcomes, differing } }: ImportShown): string {
  const parts = (['created', 'replaced', 'failed'] as const).flatMap((one) =>
    outcomes[one] ? [`${numberText(outcomes[one])} ${outcomeWords[one].toLowerCase()}`] : []
  )
  if (differing > 0) parts.push(`${items(differing)} differ${differing === 1 ? 's' : ''} from the source`)
  return parts.length === 0 ? 'everything was there already' : parts.join(', ')
}

/** A run is paused, so that nothing of it is lost; what only looks is cancelled. */
async function stop(site: ContentPath, name: string): Promise<void> {
  try {
    const { state } = await imports.read(site, name)
    await imports.act(site, name, state === 'running' || state === 'validating' ? 'pause' : 'cancel')
  } catch {
    // what has just ended has nothing to stop
  }
}
