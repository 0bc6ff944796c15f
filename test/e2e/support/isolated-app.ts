import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './app'
import { electronProgram, sandboxArguments } from './capabilities'
import { drivePage, type DrivenPage } from './devtools-pipe'

/** The app in a network namespace of its own that has no interface up, not even loopback; driven through a pipe. */
export interface IsolatedApp extends DrivenPage {
  quit(): Promise<void>
}

export async function launchIsolated(userData: string, workspace: string): Promise<IsolatedApp> {
  const args = [...sandboxArguments, '--remote-debugging-pipe', `--user-data-dir=${userData}`, root]
  const child = spawn('unshare', ['-n', electronProgram(), ...args], {
    cwd: root,
    env: { ...process.env, GALLEY_WORKSPACE: workspace },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']
  })
  return {
    ...(await drivePage(child)),
    async quit() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  }
}
