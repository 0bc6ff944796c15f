import { utilityProcess } from 'electron'
import type { Hold } from '../search'

/**
 * The search index in a process of the app: a thread with a WebAssembly program keeps an app that quits from ending.
 * @param program its built program
 */
export const inAppProcess =
  (program: string): Hold =>
  (file, heard, gone) => {
    const child = utilityProcess.fork(program, [JSON.stringify({ file })], {
      serviceName: 'Galley search',
      execArgv: ['--max-old-space-size=512']
    })
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.on('message', heard)
    child.on('exit', () => gone(null))
    return {
      post: (call) => child.postMessage(call),
      async end() {
        if (child.kill()) await exited
      }
    }
  }
