import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

/** Addresses that are kept for examples: they are nobody's, and this network leads nowhere. */
export const CLIENTS = '192.0.2.1'
export const DATABASE = '192.0.2.9'
/** A machine that is not there: what is sent to it is heard by nobody. */
const NOWHERE = '02:00:00:00:00:fe'

/** What cannot be sent any more; whoever sends it is not told. */
export type Cut = 'to the database' | 'from the database' | 'from the clients' | 'to the clients'

/** A machine of its own in the network of this process, joined to it by a bridge. */
export interface Machine {
  /** Where it is asked. */
  readonly address: string
  /** By which a program runs on it. */
  readonly within: readonly string[]
  cut(way: Cut): Promise<void>
  heal(): Promise<void>
  /** Connections that were given up while something was still to be sent, in words; none: nothing. */
  leaving(): Promise<string>
  remove(): void
}

/** To be called first. This process must have a network of its own (`unshare --net`). */
export async function makeNetwork(): Promise<void> {
  await ip('link', 'set', 'lo', 'up')
  await ip('link', 'add', 'team', 'type', 'bridge')
  for (const address of [CLIENTS, DATABASE]) await ip('address', 'add', `${address}/24`, 'dev', 'team')
  await ip('link', 'set', 'team', 'up')
}

/** @param number from 1 to 9 */
export async function makeMachine(number: number): Promise<Machine> {
  // what it asks the database comes from another address than its answers, so that each can be cut alone
  const [address, asking] = [`192.0.2.1${number}`, `192.0.2.2${number}`]
  const holder: ChildProcess = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  const pid = String(holder.pid)
  const within = ['nsenter', `--net=/proc/${pid}/ns/net`]
  const there = (...args: string[]) => run('nsenter', [...within.slice(1), 'ip', ...args])
  await untilApart(pid)
  await ip('link', 'add', `node${number}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid)
  await ip('link', 'set', `node${number}`, 'master', 'team', 'up')
  await there('link', 'set', 'lo', 'up')
  for (const one of [address, asking]) await there('address', 'add', `${one}/24`, 'dev', 'eth0')
  await there('link', 'set', 'eth0', 'up')
  await there('route', 'replace', `${DATABASE}/32`, 'dev', 'eth0', 'src', asking)

  /** Where it is said which card of the network has an address. */
  const neighbours: Record<Cut, readonly [typeof ip, string, string]> = {
    'to the database': [there, DATABASE, 'eth0'],
    'to the clients': [there, CLIENTS, 'eth0'],
    'from the database': [ip, asking, 'team'],
    'from the clients': [ip, address, 'team']
  }
  const ways = new Set<Cut>()
  return {
    address,
    within,
    async cut(way) {
      ways.add(way)
      const [where, to, device] = neighbours[way]
      await where('neighbour', 'replace', to, 'lladdr', NOWHERE, 'dev', device, 'nud', 'permanent')
    },
    async heal() {
      for (const way of ways) {
        const [where, to, device] = neighbours[way]
        await where('neighbour', 'delete', to, 'dev', device)
      }
      ways.clear()
    },
    async leaving() {
      const states = ['fin-wait-1', 'closing', 'last-ack'].flatMap((state) => ['state', state])
      return (await run('nsenter', [...within.slice(1), 'ss', '-Htn', ...states, 'dst', DATABASE])).stdout
    },
    remove: () => void holder.kill('SIGKILL')
  }
}

/** Until the process has left this network. */
async function untilApart(pid: string): Promise<void> {
  const own = (await run('readlink', ['/proc/self/ns/net'])).stdout
  for (let tries = 0; tries < 500; tries++) {
    const theirs = await run('readlink', [`/proc/${pid}/ns/net`]).catch(() => null)
    if (theirs && theirs.stdout !== own) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('There is no network of its own to be had.')
}
