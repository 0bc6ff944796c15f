import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'

/** The `galley` program, bundled as it ships, in a folder of its own. */
export interface CliProgram {
  readonly file: string
  remove(): Promise<void>
}

/** Bundles the command line from the sources as they are now. */
export async function buildCli(): Promise<CliProgram> {
  const base = resolve('out-test-cli')
  await mkdir(base, { recursive: true })
  const folder = await mkdtemp(join(base, 'run-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['fs-native-extensions'] },
    build: {
      ssr: true,
      target: 'node18',
      outDir: join(folder, 'main'),
      rollupOptions: {
        input: { cli: resolve('src/main/cli/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].js' }
      }
    }
  })
  return { file: join(folder, 'main/cli.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** Runs a command to its end. */
export function runCli(cli: CliProgram, args: readonly string[]): Promise<Finished> {
  return finished(spawn(process.execPath, [cli.file, ...args]))
}

export interface Served {
  readonly process: ChildProcessWithoutNullStreams
  readonly origin: string
  readonly done: Promise<Finished>
}

/** Starts `galley serve` and waits for its line. */
export async function serveCli(cli: CliProgram, args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [cli.file, 'serve', ...args])
  const done = finished(child)
  const origin = await new Promise<string>((ready, failed) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const match = /^galley listening on (http:\/\/\S+)$/.exec(line)
      if (match?.[1]) ready(match[1])
      else failed(new Error(`unexpected line: ${line}`))
    })
    void done.then(({ err, code }) => failed(new Error(`ended with ${code}: ${err}`)))
  })
  return { process: child, origin, done }
}

function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => done({ code, signal, out, err }))
  })
}
