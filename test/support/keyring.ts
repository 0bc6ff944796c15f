import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const inCi = process.env['CI'] !== undefined && process.env['CI'] !== ''
const programs = ['dbus-run-session', 'gnome-keyring-daemon']

/** True where there is no keyring to test with. Under CI nothing is left out: what is missing fails. */
export const withoutKeyring =
  !inCi && (process.platform !== 'linux' || programs.some((name) => spawnSync('which', [name]).status !== 0))

/** A session bus of its own with a keyring that is unlocked, and thrown away at the end. */
export interface Keyring {
  /** What a program needs to find it. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

const session = `
  printf 'a password' | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1
  echo "$DBUS_SESSION_BUS_ADDRESS"
  cat >/dev/null
`

export async function openKeyring(): Promise<Keyring> {
  const home = await mkdtemp(join(tmpdir(), 'galley-keyring-'))
  const places = { XDG_DATA_HOME: home, XDG_CACHE_HOME: home, XDG_RUNTIME_DIR: home }
  const child = spawn('dbus-run-session', ['--', 'bash', '-c', session], {
    env: { ...process.env, HOME: home, ...places },
    stdio: ['pipe', 'pipe', 'ignore']
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    void ended.then(() => reject(new Error('The session bus ended before it told its address.')))
  })
  return {
    env: { ...places, DBUS_SESSION_BUS_ADDRESS: address },
    async close() {
      child.stdin.end()
      await ended
      await rm(home, { recursive: true, force: true })
    }
  }
}
