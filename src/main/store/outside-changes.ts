import type { ContentPath } from '../../common/content/paths'
import { ROOT } from '../../common/content/paths'
import type { Core } from './core'
import { createScan } from './scan'
import { translated } from './os-errors'
import { createWatcher } from './watch'

const SETTLE_MS = 250
const RESCAN_EVERY_MS = 10 * 60_000

/** Notices what other programs do: a scan at start and now and then, and a watch on every folder in between. */
export interface OutsideChanges {
  /** Ends watching, after what is under way. */
  close(): Promise<void>
}

export function followOutsideChanges(core: Core, startedAt: number): OutsideChanges {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const dirty = new Set<ContentPath>()

  const watcher = createWatcher(core.layout, soon, (folder, error) => {
    core.problems.report(
      folder,
      'Changes that other programs make in this folder show only now and then.',
      error
    )
  })
  const scan = createScan(core, {
    startedAt,
    watcher,
    stopped: () => stopped
  })

  function soon(folder: ContentPath): void {
    if (stopped) return
    core.names.forget(folder)
    dirty.add(folder)
    // each further change starts the wait anew, so that a program can finish writing
    clearTimeout(timer)
    timer = setTimeout(() => {
      const folders = [...dirty]
      dirty.clear()
      run(folders, false)
    }, SETTLE_MS).unref()
  }

  function run(folders: readonly ContentPath[], deep: boolean): void {
    running = running
      .then(() => (stopped ? undefined : scan.run(folders, deep)))
      .catch((error: unknown) => {
        if (!stopped) core.problems.report('/', `Looking for changes failed: ${translated(error).message}`)
      })
  }

  const rescan = setInterval(() => run([ROOT], true), RESCAN_EVERY_MS).unref()
  run([ROOT], true)

  return {
    async close() {
      stopped = true
      clearTimeout(timer)
      clearInterval(rescan)
      watcher.close()
      await running
    }
  }
}
