import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether such a system cannot be had here: it takes root, Debian, and layers of file systems. */
export const withoutThrowaway =
  process.platform !== 'linux' ||
  process.getuid?.() !== 0 ||
  ['apt-get', 'unshare', 'nsenter', 'overlay'].some((need) =>
    need === 'overlay'
      ? spawnSync('grep', ['-q', 'overlay', '/proc/filesystems']).status !== 0
      : spawnSync('which', [need]).status !== 0
  )

export interface Said {
  readonly code: number | null
  /** On both streams. */
  readonly said: string
}

/** This system with a layer over it that takes all changes: what is installed here is gone afterwards. */
export interface Throwaway {
  /** Runs a program in it as root, or as a user of it; resolves to how it ended. */
  run(command: readonly string[], options?: { readonly as?: string; readonly env?: Env }): Promise<Said>
  /** The same; throws with what was said when it does not end with 0. */
  must(command: readonly string[], options?: { readonly as?: string; readonly env?: Env }): Promise<string>
  /** Starts one that goes on. */
  start(
    command: readonly string[],
    options?: { readonly as?: string; readonly env?: Env },
    more?: SpawnOptions
  ): ChildProcess
  remove(): Promise<void>
}

export type Env = Readonly<Record<string, string>>

const setUp = `set -e
mount -t tmpfs -o mode=755 galley "$1"
mkdir "$1/upper" "$1/work" "$1/system"
mount -t overlay overlay -o lowerdir=/,upperdir="$1/upper",workdir="$1/work" "$1/system"
for one in sys dev; do mount --rbind "/$one" "$1/system/$one"; done
mount -t proc proc "$1/system/proc"
place="$1"
shift
while [ $# -gt 0 ]; do
  mkdir -p "$place/system$1"
  mount --bind "$2" "$place/system$1"
  shift 2
done
echo ready
exec sleep infinity`

/**
 * Makes one.
 * @param folders of this system that lie in it, by their place there
 * @throws Error with the reason when it cannot be made
 */
export async function throwaway(folders: Readonly<Record<string, string>>): Promise<Throwaway> {
  const place = mkdtempSync(join(tmpdir(), 'galley-system-'))
  const holder = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', 'sh', '-c', setUp, 'sh', place, ...Object.entries(folders).flat()],
    {
      stdio: ['ignore', 'pipe', 'pipe']
    }
  )
  let problem = ''
  holder.stderr.setEncoding('utf8').on('data', (text: string) => (problem += text))
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => Promise.reject(new Error(`no system to throw away: ${problem}`)))
  ])
  // the first of its processes: with it all others end
  const first = firstChildOf(holder.pid)
  const inside = ['-t', String(first), '-m', '-p', 'chroot', join(place, 'system')]
  const whole = (command: readonly string[], as: string | undefined, env: Env = {}) => [
    ...inside,
    ...(as === undefined ? [] : ['runuser', '-u', as, '--']),
    'env',
    '-i',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'LC_ALL=C.UTF-8',
    'DEBIAN_FRONTEND=noninteractive',
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...command
  ]
  const start: Throwaway['start'] = (command, { as, env } = {}, more = {}) =>
    spawn('nsenter', whole(command, as, env), { cwd: '/', ...more })
  const run: Throwaway['run'] = async (command, options) => {
    const child = start(command, options, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
    const [code]: unknown[] = await once(child, 'close')
    return { code: typeof code === 'number' ? code : null, said }
  }
  return {
    run,
    start,
    async must(command, options) {
      const { code, said } = await run(command, options)
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${String(code)}:\n${said}`)
      return said
    },
    async remove() {
      const ended = once(holder, 'exit')
      process.kill(first, 'SIGKILL')
      await ended
      rmSync(place, { recursive: true, force: true })
    }
  }
}

function firstChildOf(pid: number | undefined): number {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim()
  if (!/^\d+$/.test(children)) throw new Error(`no system to throw away: its processes are ${children}`)
  return Number(children)
}
