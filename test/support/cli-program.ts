import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { commandsOf } from '../../src/main/cli/commands'
import { runCommand } from '../../src/main/cli/run'
import { bundleProgram } from './bundle'

/** The `galley` program, bundled as it ships, without a built interface beside it. */
export interface CliProgram {
  readonly file: string
}

/** The command line of the sources as they are now. */
export async function buildCli(): Promise<CliProgram> {
  return { file: await bundleProgram('src/main/cli/index.ts') }
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

/** Without the programs that a bundled one has not beside it either. */
const commands = commandsOf({
  appVersion: '0.0.0',
  sampleFolder: '',
  workerProgram: '',
  checkProgram: '',
  roomProgram: '',
  searchProgram: '',
  uiFolder: undefined
})

/**
 * Runs a command in this process, which begins no program: for what ends by itself.
 * @returns its exit code, and what its process would say
 */
export async function runHere(args: readonly string[]): Promise<Omit<Finished, 'signal'>> {
  let out = ''
  let err = ''
  const terminal = {
    out: (line: string) => void (out += `${line}\n`),
    notify: (line: string) => void (err += `${line}\n`)
  }
  return { code: await runCommand(commands, args, terminal, '0.0.0'), out, err }
}

export interface Served {
  readonly process: ChildProcessWithoutNullStreams
  readonly origin: string
  readonly done: Promise<Finished>
  /** Its error stream so far. */
  said(): string
}

/**
 * Starts `galley serve` and waits for its line.
 * @param environment beside this process's
 */
export async function serveCli(
  cli: CliProgram,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {}
): Promise<Served> {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [cli.file, 'serve', ...args], { env })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const done = finished(child)
  const origin = await new Promise<string>((ready, failed) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const match = /^galley listening on (http:\/\/\S+)$/.exec(line)
      if (match?.[1]) ready(match[1])
      else failed(new Error(`unexpected line: ${line}`))
    })
    void done.then(({ err, code }) => failed(new Error(`ended with ${code}: ${err}`)))
  })
  return { process: child, origin, done, said: () => said }
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
