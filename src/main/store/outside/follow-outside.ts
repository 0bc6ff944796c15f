import type { ContentPath } from '../../../common/content/paths'
import { ROOT } from '../../../common/content/paths'
import { keepBallast } from '../core/ballast'
import type { Core } from '../core/core'
import { isTempName } from '../layout/layout'
import { translated } from '../disk/os-errors'
import { createScan } from './scan'
import { sweepService } from './sweep'
import { notifiesOfChanges } from '../disk/notifying-disk'
import { createWatcher } from './watch'

const SETTLE_MS = 250
/** A program that never ends writing keeps nobody from seeing what others did. */
const SETTLED_AT_LATEST_MS = 2_000
const RESCAN_EVERY_MS = 10 * 60_000
/** Whoever said that there would be a sign to begin may not give it. */
const SIGN_AT_LATEST_MS = 10_000
/** The scan at start lets the first requests go before it. */
const START_QUIET_MS = 250
const START_AT_LATEST_MS = 2_000

/**
 * Notices what other programs do: a scan at start and now and then, and a watch on every folder in between.
 */
interface OutsideChanges {
  /** Ends watching, after what is under way. */
  close(): Promise<void>
}

/** @param scanAfter the sign for which the scan at start waits, if there will be one */
export async function followOutsideChanges(
  core: Core,
  startedAt: number,
  scanAfter?: Promise<void>
): Promise<OutsideChanges> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  /** Of what is dirty; milliseconds of this process. */
  let firstTold: number | null = null
  let running: Promise<void> = Promise.resolve()
  const dirty = new Set<ContentPath>()

  const watcher = createWatcher(core.layout, {
    changed: soon,
    dropped: (folder) => {
      core.fresh.forget(folder)
      scan.dropped(folder)
    },
    failed: (folder, error) =>
      core.problems.report(
        folder,
        'Changes that other programs make in this folder show only now and then.',
        error
      )
  })
  const scan = createScan(core, {
    startedAt,
    watcher,
    stopped: () => stopped,
    isMoreTold: () => dirty.size > 0
  })
  if (await notifiesOfChanges(core.layout.contentFolder))
    core.fresh.rely((folder) => !stopped && watcher.add(folder))

  function soon(folder: ContentPath, name: string | null): void {
    if (stopped) return
    // our own files on the way to their names; what they become is told too
    if (name !== null && isTempName(name)) return
    core.fresh.event(folder, name)
    core.names.noted(folder, name)
    dirty.add(folder)
    // each further change starts the wait anew, so that a program can finish writing
    clearTimeout(timer)
    firstTold ??= performance.now()
    const left = firstTold + SETTLED_AT_LATEST_MS - performance.now()
    timer = setTimeout(
      () => {
        const folders = [...dirty]
        dirty.clear()
        firstTold = null
        run(folders, false)
      },
      Math.max(0, Math.min(SETTLE_MS, left))
    ).unref()
  }

  function run(folders: readonly ContentPath[], deep: boolean): void {
    running = running
      .then(async () => {
        if (stopped) return
        await scan.run(folders, deep)
        core.problems.resolved('/')
      })
      .catch((error: unknown) => {
        if (!stopped) core.problems.report('/', `Looking for changes failed: ${translated(error).message}`)
      })
  }

  const rescan = setInterval(() => {
    run([ROOT], true)
    running = running.then(() => (stopped ? undefined : keepBallast(core)))
  }, RESCAN_EVERY_MS).unref()
  running = scanAfter
    ? core.requests
        .after(scanAfter, SIGN_AT_LATEST_MS)
        .then(() => core.requests.pause(START_QUIET_MS, START_AT_LATEST_MS))
    : core.requests.firstPause(START_QUIET_MS, START_AT_LATEST_MS)
  run([ROOT], true)
  running = running
    .then(() => sweepService(core, startedAt, () => stopped))
    .then(() => (stopped ? undefined : keepBallast(core)))
    .catch((error: unknown) => {
      // what is left over harms nobody; the next start tries again
      if (!stopped) core.problems.report('.galley', `Cleaning up failed: ${translated(error).message}`)
    })

  return {
    async close() {
      stopped = true
      clearTimeout(timer)
      clearInterval(rescan)
      core.requests.close()
      watcher.close()
      await running
    }
  }
}
