import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GalleyError, sentence } from '../../common/errors'

const run = promisify(execFile)

/** A PostgreSQL that nobody else reaches, for as long as it is wanted. */
interface TryServer {
  readonly url: string
  /** The process that all others of the server belong to. */
  readonly pid: number
  /** Ends it, and removes its folder unless that was given. */
  stop(): Promise<void>
}

interface TryOptions {
  /** Whether what it says is stored outlives a power cut; a test that cuts none is quicker without. */
  readonly isSafe?: boolean
  /** Where its files lie; default: a folder of its own that goes when it is stopped. */
  readonly folder?: string
  /** Settings of the server beside its own, each as `name=value`; of one name the last counts. */
  readonly settings?: readonly string[]
}

const START_MS = 60_000

/**
 * Starts the system's PostgreSQL in a folder of its own, reached by a socket in that folder alone. As root it is started
 * as the system's user `postgres`, because it refuses root.
 * @throws unreachable where there is no PostgreSQL on this machine, or it does not start
 */
export async function startTryServer({
  isSafe = true,
  folder,
  settings: more = []
}: TryOptions = {}): Promise<TryServer> {
  const programs = await programsFolder()
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'galley-try-')))
  const data = join(home, 'data')
  await mkdir(home, { recursive: true })
  const asRoot = process.getuid?.() === 0
  // the system's user may not enter the folder that this was started in
  const cwd = '/'
  // the folder is the user's who starts the server
  if (asRoot) await run('chown', ['postgres:postgres', home])
  await chmod(home, 0o700)
  const as = (program: string, args: readonly string[]): readonly [string, string[]] =>
    asRoot
      ? [
          'setpriv',
          ['--reuid=postgres', '--regid=postgres', '--init-groups', '--reset-env', program, ...args]
        ]
      : [program, [...args]]
  const quick = isSafe ? [] : ['--no-sync']
  const there = await readdir(data).catch(() => [])
  if (there.length === 0)
    await run(
      ...as(join(programs, 'initdb'), [
        ...['-D', data, '-U', 'galley', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'],
        ...quick
      ]),
      { cwd }
    )
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${home}`,
    'max_connections=400',
    'log_min_messages=fatal'
  ]
  if (!isSafe) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  settings.push(...more)
  const child = spawn(
    ...as(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])]),
    {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe']
    }
  )
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said = `${said}${part.toString()}`.slice(-2_000)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    // connections are ended, and what is under way is taken back
    child.kill('SIGINT')
    await ended
    if (folder === undefined) await rm(home, { recursive: true, force: true })
  }
  try {
    await untilReady(join(programs, 'pg_isready'), home, child)
  } catch (error) {
    await stop()
    throw new GalleyError(
      'unreachable',
      sentence`PostgreSQL did not start: ${{ said: said.trim().split('\n').at(-1) ?? '' }}`,
      { cause: error }
    )
  }
  const url = `postgres://galley@/postgres?host=${encodeURIComponent(home)}`
  return { url, pid: child.pid ?? 0, stop }
}

async function untilReady(
  program: string,
  home: string,
  child: { readonly exitCode: number | null }
): Promise<void> {
  const until = Date.now() + START_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error('it ended')
    try {
      await run(program, ['-q', '-h', home, '-U', 'galley', '-d', 'postgres'])
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Where the newest PostgreSQL of this machine has its programs. */
async function programsFolder(): Promise<string> {
  const debian = '/usr/lib/postgresql'
  const versions = (await readdir(debian).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const newest = versions.map(Number).sort((a, b) => b - a)[0]
  if (newest !== undefined) return join(debian, String(newest), 'bin')
  const found = await run('pg_config', ['--bindir']).catch(() => null)
  if (found) return found.stdout.trim()
  throw new GalleyError(
    'unreachable',
    'There is no PostgreSQL on this machine. Install it (on Debian: apt install postgresql), or name a database.'
  )
}
