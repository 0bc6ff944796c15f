import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './app'

export interface RunningServer {
  readonly process: ChildProcess
  readonly origin: string
  /** The one-time link for a browser. */
  readonly link: string
  /** Its error stream so far. */
  said(): string
  stop(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
}

/** The built command line. */
export const cliFile = join(root, 'out/main/cli.js')

/**
 * `galley serve` in a process of its own, ready to answer.
 * @param options further words of the command
 */
export const serveWorkspace = (
  data: string,
  port = 0,
  options: readonly string[] = []
): Promise<RunningServer> => serve(['serve', '--data', data, '--port', String(port), ...options])

/**
 * A command that serves, in a process of its own, ready to answer.
 * @param environment beside this process's
 */
export async function serve(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {}
): Promise<RunningServer> {
  const child = spawn(process.execPath, [cliFile, ...words], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [origin, link] = await Promise.all([
    lineMatching(child, child.stdout, /^galley listening on (\S+)$/m),
    lineMatching(child, child.stderr, /(https?:\/\/\S+)/)
  ])
  return {
    process: child,
    origin,
    link,
    said: () => said,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL')
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

function lineMatching(child: ChildProcess, stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = pattern.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`what serves ended with ${code}: ${text}`)))
  })
}
