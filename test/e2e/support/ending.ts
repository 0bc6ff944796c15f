import type { ChildProcess } from 'node:child_process'
import type { ElectronApplication } from 'playwright-core'
import { say } from './say'
import { within } from './wait'

/** Longer than the app gives itself for its last work. Milliseconds. */
const ENDING_MS = 40_000

/**
 * Quits as a person does, and waits for the process to end. One that does not end is killed, and that is said: what a
 * person would have lost is for the test to find.
 */
export async function quitApp(app: ElectronApplication, child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // the connection may end before the answer comes
  app.evaluate((electron) => electron.app.quit()).catch(() => undefined)
  try {
    await within('the app to end', ended, ENDING_MS)
  } catch (problem) {
    say(`${String(problem)} It shows: ${await shown(app)}`)
    await killApp(child)
  }
}

/** kill -9, of the main process and of all those that it has started, at once. */
export async function killApp(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (!killGroup(child.pid)) child.kill('SIGKILL')
  await ended
}

/** The app is started as the leader of a group of its own, but not on Windows. */
function killGroup(leader: number | undefined): boolean {
  if (leader === undefined || process.platform === 'win32') return false
  try {
    return process.kill(-leader, 'SIGKILL')
  } catch {
    return false
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** The windows that are still there and the words in them, to see what was waited for. */
async function shown(app: ElectronApplication): Promise<string> {
  const told = [
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ id, webContents }) => [
        id,
        webContents.getURL(),
        webContents.isCrashed()
      ])
    ),
    ...app.windows().map((page) => page.evaluate(() => document.body.innerText.slice(0, 2000)))
  ]
  const answers = await Promise.allSettled(told.map((one) => within<unknown>('an answer', one, 5000)))
  return JSON.stringify(answers.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))))
}
