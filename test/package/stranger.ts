import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { drivePage, type DrivenPage } from '../e2e/support/devtools-pipe'
import { waitFor } from '../e2e/support/wait'
import type { Said, Throwaway } from './throwaway'

const WINDOW_MS = 120_000
/** Where names are asked for is written down. */
const asked = '/var/tmp/asked'

/** A fresh ordinary user of a system to throw away, in front of a machine without any network. */
export interface Stranger {
  readonly uid: number
  readonly home: string
  /**
   * Starts what the menu entry starts, in an empty network namespace, and waits for its window. There is a resolver
   * of names that writes down what is asked.
   */
  start(desktopFile: string): Promise<StartedApp>
  /** Runs a command as this user, with the same display. */
  run(command: readonly string[]): Promise<Said>
  /** All names that were asked for. */
  lookups(): Promise<string[]>
}

export interface StartedApp extends DrivenPage {
  /** The main process of the app, as this system counts. */
  readonly pid: number
  /** kill -9, of the whole of it. */
  kill(): Promise<void>
  /** As a session that ends asks it to. */
  quit(): Promise<void>
}

const alone = `set -e
ip link set lo up
echo nameserver 127.0.0.1 > /var/tmp/resolv.conf
touch /etc/resolv.conf
mount --bind /var/tmp/resolv.conf /etc/resolv.conf
"$1" /checkout/test/package/resolver.mjs ${asked} 3>&- 4>&- & asking=$!
trap "kill $asking" EXIT
while ! [ -e ${asked} ]; do sleep 0.1; done
shift
"$@"`

/**
 * Makes a user of that system, in which the checkout lies as `/checkout`.
 * @param display one that everybody may draw on
 */
export async function makeStranger(system: Throwaway, display: string): Promise<Stranger> {
  const name = 'galley-test'
  await system.must(['useradd', '--create-home', '--shell', '/bin/sh', '--uid', '61234', name])
  const [uid, home] = [61_234, `/home/${name}`]
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    DISPLAY: display,
    LANG: 'C.UTF-8',
    GALLEY_DEBUG: '1'
  }
  const asUser = [
    ...['runuser', '-u', name, '--', 'env', '-i', '-C', home],
    ...Object.entries(env).map(([key, value]) => `${key}=${value}`)
  ]
  const command = (args: readonly string[]) => [
    ...['unshare', '--net', '--mount', 'sh', '-c', alone, 'sh', process.execPath],
    ...asUser,
    ...args
  ]
  return {
    uid,
    home,
    async start(desktopFile) {
      const entry = await system.must(['cat', desktopFile])
      const exec = /^Exec=(.*)$/m.exec(entry)?.[1]?.replace(/ %[a-zA-Z]/, '')
      if (exec === undefined) throw new Error(`${desktopFile} starts nothing`)
      const child = system.start(
        command([...exec.split(' '), '--remote-debugging-pipe']),
        {},
        { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] }
      )
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
      const page = await drivePage(child, WINDOW_MS).catch((problem: unknown) => {
        child.kill('SIGKILL')
        throw new Error(`the app did not start: ${said}`, { cause: problem })
      })
      const pid = mainProcess(uid)
      const end = async (how: NodeJS.Signals) => {
        const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve()
        process.kill(pid, how)
        await ended
        await waitFor('the app to be gone', async () => commandOf(pid).length === 0)
      }
      return { ...page, pid, kill: () => end('SIGKILL'), quit: () => end('SIGTERM') }
    },
    run: (args) => system.run(command(args)),
    lookups: async () => (await system.must(['cat', asked])).split('\n').filter(Boolean)
  }
}

/** The processes of a user. */
export const processesOf = (uid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statusOf(pid, 'Uid')?.split('\t')[0] === String(uid))

/** A line of `/proc/<pid>/status`; undefined when the process is gone. */
export function statusOf(pid: number, name: string): string | undefined {
  try {
    return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** The arguments of a process, which may have made one of them; empty when it is gone. */
export function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  } catch {
    return []
  }
}

/** Which namespace of processes it is in: a sandbox, of either kind, has its own. */
export const processNamespaceOf = (pid: number): string => readlinkSync(`/proc/${pid}/ns/pid`)

function mainProcess(uid: number): number {
  const found = processesOf(uid).find((pid) => {
    const [program = '', ...args] = commandOf(pid)
    return program === '/opt/Galley/galley' && !args.some((arg) => arg.startsWith('--type='))
  })
  if (found === undefined) throw new Error(`no process of the app`)
  return found
}
