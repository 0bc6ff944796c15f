import { execFile, spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { bundleProgram } from '../support/bundle'
import { buildCli } from '../support/cli-program'
import { noDatabase } from '../support/team-database'
import { tempFolder } from '../support/workspace'
import type { Fault, Round, Told } from './team-world/program'

const run = promisify(execFile)
/** How often everything goes wrong; an hour with `GALLEY_NODE_FAULTS=30`. */
const TIMES = Number(process.env['GALLEY_NODE_FAULTS'] ?? 0)
/** Another network than this one's is for root. */
const noNetworks = noDatabase || spawnSync('unshare', ['--net', 'ip', 'link']).status !== 0

const all: readonly Fault[] = [
  'none',
  'a node dies',
  'the node that leads dies',
  'a node hangs',
  'the database dies',
  'to the database',
  'from the database',
  'between a node and the database',
  'from the clients',
  'to the clients'
]

test(
  'TM2 TM3 whatever is cut off, hangs or dies, there is an order of all that was done in which each answer is right',
  { timeout: 300_000 + TIMES * 600_000 },
  async ({ skip, signal }) => {
    skip(noNetworks, 'Networks of its own, and a PostgreSQL, are to be had by root on Linux only.')
    const folder = await tempFolder()
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const told: Told = {
      program: (await buildCli()).file,
      folder: join(folder, 'team'),
      faults:
        TIMES === 0
          ? ['none', 'the node that leads dies', 'between a node and the database']
          : Array.from({ length: TIMES }, () => all).flat(),
      lasts: TIMES === 0 ? 4_000 : 8_000
    }
    const asked = join(folder, 'told.json')
    await writeFile(asked, JSON.stringify(told))
    const program = await bundleProgram('test/crash/team-world/program.ts')
    const { GALLEY_NODE_FAULTS: _times, ...env } = process.env
    const { stdout } = await run('unshare', ['--net', process.execPath, program, asked], {
      env,
      signal
    })
    const rounds = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Round)
    if (TIMES > 0) console.log(stdout)
    expect(rounds.map(({ fault, isOrdered, faults }) => ({ fault, isOrdered, faults }))).toEqual(
      told.faults.map((fault) => ({ fault, isOrdered: true, faults: [] }))
    )
    for (const { done } of rounds) expect(done).toBeGreaterThanOrEqual(100)
  }
)
