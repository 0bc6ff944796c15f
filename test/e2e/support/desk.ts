import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { launchApp, type LaunchOptions, type RunningApp } from './app'
import { temporaryFolders, type Folders } from './folders'
import { lastingApp } from './lasting-app'
import { tellWindows } from './on-failure'
import { smallDisk, type DiskKind, type SmallDisk } from './small-disk'

export type FreshApp = RunningApp & { readonly workspace: string; readonly userData: string }

/** Everything that a test opened, closed after it. */
export interface Desk extends Folders {
  /** A running app whose page has loaded. */
  launch(options: LaunchOptions): Promise<RunningApp>
  /** The app on a fresh profile and a fresh workspace. */
  launchFresh(options?: Pick<LaunchOptions, 'pages'>): Promise<FreshApp>
  /** The same with nothing in its window until `prepareSite` has put files there: it is drawn once, not twice. */
  launchBlank(options?: Pick<LaunchOptions, 'pages'>): Promise<FreshApp>
  /** The same with the workspace on a disk of its own. */
  launchOnDisk(
    kind: DiskKind,
    options?: Pick<LaunchOptions, 'pages'>
  ): Promise<FreshApp & { readonly disk: SmallDisk }>
  /** The same with the app's own profile on that disk too, as on a laptop. */
  launchAllOnDisk(): Promise<FreshApp & { readonly disk: SmallDisk }>
  quit(app: RunningApp): Promise<void>
  kill(app: RunningApp): Promise<void>
}

/**
 * To be called in a describe block or at the top of a file.
 *
 * @param keepsApp the fresh or blank app that a test asks for first is the one of the test before it (`lasting-app.ts`). Not for tests of a
 *   start, of a fresh profile, or of what the main process keeps.
 */
export function openDesk({ keepsApp = false } = {}): Desk {
  const folders = temporaryFolders()
  const lasting = keepsApp ? lastingApp() : null
  /** Whether the test that runs has the lasting app. */
  let hasLasting = false
  const running = new Set<RunningApp>()
  const disks = new Set<SmallDisk>()

  const launch = async (options: LaunchOptions) => {
    const app = await launchApp(options)
    running.add(app)
    await app.page.waitForLoadState('load')
    return app
  }
  const launchFresh = async (options: Pick<LaunchOptions, 'pages' | 'isBlank'>) => {
    if (lasting && !hasLasting) {
      hasLasting = true
      return lasting.take(options)
    }
    const [userData, workspace] = [await folders.make('user'), await folders.make('ws')]
    return { ...(await launch({ ...options, userData, workspace })), workspace, userData }
  }
  const end = async (app: RunningApp, how: 'quit' | 'kill') => {
    running.delete(app)
    if (lasting?.current()?.app === app.app) return lasting.end(how)
    await app[how]()
  }

  afterEach(async (context) => {
    const used = hasLasting ? lasting?.current() : null
    await tellWindows(
      context,
      [...(used ? [used] : []), ...running].map(({ page }) => page)
    )
    if (context.task.result?.state === 'fail') await lasting?.end('kill')
    hasLasting = false
    await Promise.all([...running].map((app) => end(app, 'quit')))
    for (const disk of disks) await disk.remove()
    disks.clear()
    await folders.removeAll()
  })

  return {
    ...folders,
    launch,
    launchFresh: (options = {}) => launchFresh(options),
    launchBlank: (options = {}) => launchFresh({ ...options, isBlank: true }),
    async launchOnDisk(kind, options = {}) {
      const [userData, place] = [await folders.make('user'), await folders.make('disk')]
      const disk = await smallDisk(kind, place)
      disks.add(disk)
      const workspace = disk.folder
      return { ...(await launch({ ...options, userData, workspace })), workspace, userData, disk }
    },
    async launchAllOnDisk() {
      const disk = await smallDisk('roomy', await folders.make('disk'))
      disks.add(disk)
      const [userData, workspace] = [join(disk.folder, 'user'), join(disk.folder, 'ws')]
      await Promise.all([mkdir(userData), mkdir(workspace)])
      return { ...(await launch({ userData, workspace })), workspace, userData, disk }
    },
    quit: (app) => end(app, 'quit'),
    kill: (app) => end(app, 'kill')
  }
}
