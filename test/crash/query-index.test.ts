import { spawn } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createService } from '../../src/main/service'
import { openStore } from '../../src/main/store'
import { examine } from '../../src/main/store/doctor'
import { bundleProgram } from '../support/bundle'
import { bytes, p, tempFolder } from '../support/workspace'

const KILLS = Number(process.env['GALLEY_INDEX_KILLS'] ?? 4)
const definition =
  'version: 1\nindices:\n  all:\n    target: /query-index.json\n    properties:\n      title: {select: main h1, value: textContent(el)}\n'

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/killed-indexer.ts')
})

async function publishUntilKilled(folder: string, kill: number): Promise<void> {
  const child = spawn(process.execPath, [program, folder, String(kill)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  let heard = 0
  for await (const _line of createInterface({ input: child.stdout })) {
    heard++
    if (heard === 2 + (kill % 9)) setTimeout(() => child.kill('SIGKILL'), (kill % 5) * 1.3)
  }
  await ended
}

/** The index as readers get it, and what it should be: a row for each page that is live. */
async function indexAndTruth(folder: string): Promise<readonly [unknown, unknown]> {
  const store = await openStore({ folder, watch: false })
  const service = createService({ store, appVersion: '0.0.0' })
  try {
    const read = async () => {
      for (;;) {
        const answer = await service.fetch(new Request('http://x/sites/live/o/s/query-index.json'), 'anyone')
        if (answer.status !== 503) return (await answer.json()).data as unknown
      }
    }
    /** A reader waits for what is looked at after a start, but no longer than a second: a busy machine may need more. */
    const readSettled = async (wanted: unknown) => {
      for (const end = Date.now() + 30_000; ;) {
        const rows = await read()
        if (isDeepStrictEqual(rows, wanted) || Date.now() > end) return rows
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const truth = []
    for (const state of await store.published.list('live', p('/o/s'))) {
      const html = new TextDecoder().decode(await store.published.read(state.hash, state.path))
      truth.push({
        path: state.path.slice('/o/s'.length, -'.html'.length),
        title: /<h1>(.*)<\/h1>/.exec(html)?.[1]
      })
    }
    return [await readSettled(truth), truth]
  } finally {
    await service.close()
    await store.close()
  }
}

test(
  `U3 W6 ${KILLS} kill -9 while publishing: afterwards the index has a row for each page that is live, and no other`,
  { timeout: 5 * 60_000 },
  async () => {
    const folder = await tempFolder()
    try {
      const store = await openStore({ folder, watch: false })
      await store.write(p('/o/s/helix-query.yaml'), bytes(definition), { by: { email: 'ada@example.com' } })
      await store.close()
      let rows = 0
      for (let kill = 0; kill < KILLS; kill++) {
        await publishUntilKilled(folder, kill)
        const [index, truth] = await indexAndTruth(folder)
        expect(index).toEqual(truth)
        rows += Array.isArray(index) ? index.length : 0
      }
      expect(rows).toBeGreaterThan(KILLS)

      const [kind] = (await readdir(join(folder, '.galley'))).filter((name) => name.startsWith('index-'))
      const remembered = join(folder, '.galley', kind ?? '')
      for (const name of await readdir(remembered))
        if (name !== 'definition.json') await writeFile(join(remembered, name), '{')
      const { findings } = await examine(folder, { repair: true })
      const damage = findings.filter(({ kind }) => kind === 'damage')
      expect(damage.length).toBeGreaterThan(0)
      expect(damage.filter(({ repaired }) => !repaired)).toEqual([])
      const [index, truth] = await indexAndTruth(folder)
      expect(index).toEqual(truth)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
)
