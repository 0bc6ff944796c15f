import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMarker } from '../../../src/main/trust'
import { tempFolder, until } from '../../support/workspace'

let folder: string
beforeEach(async () => {
  folder = await tempFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const failures: unknown[] = []
/** A process that starts; `steadyMs` 0 is as soon as a window shows the workspace. */
const start = (steadyMs = 0) =>
  startMarker(join(folder, 'starting.json'), (error) => failures.push(error), steadyMs)

describe('a start that does not come to its end', () => {
  it('T4 is noticed by the next start of the same workspace, each time in a row, and of no other', async () => {
    expect(await start().begin('/w')).toBe(0)
    expect(await start().begin('/w')).toBe(1)
    expect(await start().begin('/w')).toBe(2)
    expect(await start().begin('/other')).toBe(0)
    expect(await start().begin('/w')).toBe(0)
  })

  it('T4 is no start that showed the workspace for a while, that ended, or that failed in words', async () => {
    const shown = start()
    await shown.begin('/w')
    shown.shown()
    await until(async () => (await readdir(folder)).length === 0)
    expect(await start().begin('/w')).toBe(0)
    const ended = start(60_000)
    await ended.begin('/w')
    ended.shown()
    await ended.over()
    expect(await start().begin('/w')).toBe(0)
  })

  it('T4 is no longer for windows that are loaded again', async () => {
    const loaded = start(200)
    await loaded.begin('/w')
    await until(async () => {
      loaded.shown()
      return (await readdir(folder)).length === 0
    })
    expect(await start().begin('/w')).toBe(0)
  })

  it('T4 is one that showed the workspace and ended at once', async () => {
    const short = start(60_000)
    await short.begin('/w')
    short.shown()
    expect(await start().begin('/w')).toBe(1)
    await short.over()
  })

  it('T4 a mark that cannot be understood or written marks nothing, and opens the workspace all the same', async () => {
    await writeFile(join(folder, 'starting.json'), '{"location":"/w"}')
    expect(await start().begin('/w')).toBe(1)
    await writeFile(join(folder, 'starting.json'), '{"location":1')
    expect(await start().begin('/w')).toBe(0)
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file')
    expect(await start().begin('/w')).toBe(0)
    expect(failures).toHaveLength(1)
  })
})
