import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportItem, ImportShown } from '../../src/common/importing/shapes'
import { openWorkspace } from '../contract/in-process'
import { owner, writePage } from '../contract/people'
import { json } from '../contract/kit'
import { bundleProgram } from '../support/bundle'
import { foreignSite, pageOf, sends, type Answering, type ForeignSite } from '../support/foreign-site'
import { tempFolder } from '../support/workspace'

const COUNT = 60
const KILLS = Number(process.env['GALLEY_IMPORT_KILLS'] ?? 3)
const paths = Array.from({ length: COUNT }, (_, index) =>
  index % 6 === 5 ? `/media/m${index}.png` : `/docs/p${index}`
)

describe('a crash while importing', () => {
  let program = ''
  let foreign: ForeignSite
  let folder = ''
  beforeAll(async () => {
    program = await bundleProgram('test/crash/killed-import.ts')
    const later =
      (answering: Answering): Answering =>
      (...asked) =>
        void setTimeout(() => answering(...asked), 4)
    foreign = await foreignSite({
      ...Object.fromEntries(
        paths.map((path) => [
          path,
          later(
            path.endsWith('.png')
              ? sends('image/png', `picture ${path}`)
              : pageOf(`<div><p>theirs ${path}</p></div>`)
          )
        ])
      ),
      '/list': (request, answer, count) =>
        sends('text/plain', paths.map((path) => foreign.origin + path).join('\n'))(request, answer, count)
    })
    folder = await tempFolder()
  })
  afterAll(async () => {
    await foreign.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Runs the program until it ends, or until so many requests have reached the source since it was open. */
  async function runUntil(list: string, requests: number): Promise<boolean> {
    const child = spawn(process.execPath, [program, folder, list], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
    let ended = false
    let timer: NodeJS.Timeout | undefined
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'open') {
        const from = foreign.log.length
        timer = setInterval(() => {
          if (foreign.log.length - from >= requests) child.kill('SIGKILL')
        }, 1)
      }
      if (line === 'ended') ended = true
    }
    clearInterval(timer)
    await exited
    return ended
  }

  it(
    `IM7 ${KILLS} kill -9 in the middle of a run: it goes on by itself, loses nothing, and writes nothing twice`,
    { timeout: 120_000 },
    async () => {
      const before = await openWorkspace({}, folder)
      for (const path of paths.slice(0, 20)) {
        if (!path.endsWith('.png'))
          await writePage(
            owner(before),
            `/acme/web${path}.html`,
            `<body><main><div>mine ${path}</div></main></body>`
          )
      }
      await before.service.close()
      await before.store.close()

      let ended = await runUntil(`${foreign.origin}/list`, 7)
      let kills = ended ? 0 : 1
      while (!ended) {
        ended = await runUntil('', kills < KILLS ? 9 : Number.MAX_SAFE_INTEGER)
        if (!ended) kills++
      }
      expect(kills).toBeGreaterThanOrEqual(Math.min(3, KILLS))

      const after = await openWorkspace({}, folder)
      const root = owner(after)
      const [job] = json<{ imports: ImportShown[] }>(await root.send('GET', '/import/acme/web')).imports
      expect(job).toMatchObject({
        state: 'done',
        counts: { outcomes: { created: COUNT - 17, replaced: 17 }, compared: COUNT, differing: 0 }
      })
      const { items } = json<{ items: ImportItem[] }>(await root.send('GET', job?.links.items ?? ''))
      for (const { path, result } of items) {
        const isPage = path?.endsWith('.html') ?? false
        const versions = isPage ? json<unknown[]>(await root.send('GET', `/versionlist${path ?? ''}`)) : []
        expect([path, versions.length]).toEqual([path, result?.outcome === 'replaced' ? 1 : 0])
      }
      expect(json<unknown[]>(await root.send('GET', '/trash/acme/web'))).toEqual([])
      expect(after.store.folder.problems()).toEqual([])
      await after.service.close()
      await after.store.close()
    }
  )
})
