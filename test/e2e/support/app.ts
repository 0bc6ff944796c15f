import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { join } from 'node:path'
import { electronProgram, sandboxArguments } from './capabilities'
import { killApp, quitApp } from './ending'
import { say } from './say'
import { gatherErrors } from './refused-by-test'
import { preferSource, preferSourceIn } from './prefer-source'
import { waitFor } from './wait'

export const root = join(__dirname, '../../..')

/** What Electron is told to start: the build in the checkout, or the archive of a package (`npm run test:packed-app`). */
export const startedApp = process.env['GALLEY_STARTED_APP'] ?? root

export interface LaunchOptions {
  readonly userData: string
  /** Opened, and made when missing; without it the app shows what it shows on a fresh start. */
  readonly workspace?: string
  readonly env?: Readonly<Record<string, string>>
  /** More arguments for the program. */
  readonly more?: readonly string[]
  /** How pages are opened by whoever has not chosen yet: as a person finds them, or as most tests read them. */
  readonly pages?: 'page' | 'source'
  /** Nothing is in the first window until it is loaded again. */
  readonly isBlank?: boolean
}

export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** What the main process and the pages said that they should not have said. */
  readonly complaints: readonly string[]
  /** All that they said. */
  readonly said: readonly string[]
  /** Takes what was said until now out of both lists. */
  forget(): void
  /** Quits as a person does, and waits for the process to end; kills it when it does not. */
  quit(): Promise<void>
  /** kill -9, of the whole process. */
  kill(): Promise<void>
}

/** Arguments before all others for an app that Playwright drives: it starts when Playwright has hold of it. */
export const drivenArguments: readonly string[] = ['-r', join(__dirname, 'hold-start.cjs')]

/** Milliseconds until a start counts as hanging. */
const START_MS = 30_000

/** Starts the built app in a real window; once more when the tools that drive it did not get hold of it. */
export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  try {
    return await start(options)
  } catch (problem) {
    say(`The app did not start: ${String(problem)} It is started once more.`)
    return start(options)
  }
}

async function start({
  userData,
  workspace,
  env = {},
  more = [],
  pages = 'source',
  isBlank = false
}: LaunchOptions): Promise<RunningApp> {
  const app = await _electron.launch({
    executablePath: electronProgram(),
    args: [...drivenArguments, ...sandboxArguments, ...more, `--user-data-dir=${userData}`, startedApp],
    cwd: root,
    timeout: START_MS,
    env: {
      ...plainEnvironment(),
      ...(workspace === undefined ? {} : { GALLEY_WORKSPACE: workspace }),
      ...(isBlank ? { GALLEY_BLANK_FIRST: '1' } : {}),
      ...env
    }
  })
  // asked now: an app that has ended does not tell
  const child = app.process()
  const complaints: string[] = []
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints.push(...chunk.toString().split('\n').filter(isComplaint))
  })
  if (pages === 'source') await app.context().addInitScript(preferSource)
  const page = await app.firstWindow({ timeout: START_MS }).catch(async (problem: unknown) => {
    await killApp(child)
    throw problem
  })
  const watched = (one: Page) => watch(one, complaints, said)
  watched(page)
  app.on('window', watched)
  if (pages === 'source') await preferSourceIn(page, isBlank)
  return {
    app,
    page,
    complaints,
    said,
    forget() {
      complaints.length = 0
      said.length = 0
    },
    quit: () => quitApp(app, child),
    kill: () => killApp(child)
  }
}

/** The next window that opens after `action`. */
export async function windowAfter({ app }: RunningApp, action: () => Promise<unknown>): Promise<Page> {
  const [page] = await Promise.all([app.waitForEvent('window'), action()])
  return page
}

/** Runs `action` while no write of a window reaches the service. */
export async function whileSavesFail(running: RunningApp, action: () => Promise<unknown>): Promise<void> {
  await stopSaves(running)
  try {
    await action()
  } finally {
    await running.app.evaluate(({ session }) => session.defaultSession.webRequest.onBeforeSendHeaders(null))
  }
}

/** From now on no write of a window reaches the service. The app's own gate stays as it is. */
export async function stopSaves({ app }: RunningApp): Promise<void> {
  await app.evaluate(({ session }) => {
    session.defaultSession.webRequest.onBeforeSendHeaders(({ method }, decide) =>
      decide({ cancel: method === 'PUT' || method === 'POST' })
    )
  })
}

/** Chooses an entry of the native menu by its command id, as soon as it is enabled: the window tells a moment after a change. */
export async function chooseFromMenu({ app }: RunningApp, id: string): Promise<void> {
  await waitFor(`the menu entry ${id} to be enabled`, () =>
    app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.enabled, id)
  )
  await app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted)
    if (!item) throw new Error(`The menu has no entry ${wanted}.`)
    if (!item.enabled) throw new Error(`The menu entry ${wanted} is disabled.`)
    item.click()
  }, id)
}

function watch(page: Page, complaints: string[], said: string[]): void {
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  page.on('console', (message) => said.push(message.text()))
  gatherErrors(page, complaints)
}

function isComplaint(line: string): boolean {
  return /^galley:|UnhandledPromiseRejection|Uncaught|App threw an error/.test(line)
}

function plainEnvironment(): Record<string, string> {
  const {
    GALLEY_WORKSPACE: _workspace,
    ELECTRON_RUN_AS_NODE: _node,
    NODE_OPTIONS: _options,
    ...rest
  } = process.env
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined)
  )
}
