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
export async function quitApp(app: ElectronApplication, process: ChildProcess): Promise<void> {
  if (hasEnded(process)) return
  const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()))
  // the connection may end before the answer comes
  app.evaluate((electron) => electron.app.quit()).catch(() => undefined)
  try {
    await within('the app to end', ended, ENDING_MS)
  } catch (problem) {
    say(`${String(problem)} It shows: ${await shown(app)}`)
    process.kill('SIGKILL')
    await ended
  }
}

/** kill -9, of the whole process. */
export async function killApp(process: ChildProcess): Promise<void> {
  if (hasEnded(process)) return
  const ended = new Promise((resolve) => process.once('exit', resolve))
  process.kill('SIGKILL')
  await ended
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
