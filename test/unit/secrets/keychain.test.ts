import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram } from '../../support/bundle'

const inCi = process.env['CI'] !== undefined && process.env['CI'] !== ''
const programs = ['dbus-run-session', 'gnome-keyring-daemon']
const lacks = programs.filter((name) => spawnSync('which', [name]).status !== 0)
// Under CI nothing is left out: what is missing fails.
const skipped = !inCi && (process.platform !== 'linux' || lacks.length > 0)

/** A session bus of its own with a keyring that is unlocked and thrown away, then each command in turn. */
const session = `
  printf 'a password' | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1
  node="$1" program="$2"
  "$node" "$program" keep 'a sécret'
  "$node" "$program" read
  "$node" "$program" forget
`

let program = ''
let home = ''

describe.skipIf(skipped)('tokens of other services in the real keychain', () => {
  beforeAll(async () => {
    program = await bundleProgram('test/unit/secrets/keychain-program.ts')
    home = await mkdtemp(join(tmpdir(), 'galley-keychain-'))
  })
  afterAll(async () => {
    await rm(home, { recursive: true, force: true })
  })

  it('IM9 outlive the process that kept them, and are gone when they are forgotten', async () => {
    const args = ['--', 'bash', '-c', session, 'session', process.execPath, program]
    const { stdout } = await promisify(execFile)('dbus-run-session', args, {
      env: {
        ...process.env,
        HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
        XDG_RUNTIME_DIR: home
      }
    })
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    ).toEqual(['keychain', 'a sécret', null])
  })
})
