import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteReports, listDumps, openErrorLog, pruneDumps } from '../../../src/main/crashes'

let base: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'galley-crashes-'))
})
afterAll(() => rm(base, { recursive: true, force: true }))

describe('crash reports', () => {
  it('CR3 an error is told by its class and its places in the program, never by its words', async () => {
    const log = openErrorLog(join(base, 'log/errors.log'), () => Date.UTC(2026, 0, 2))
    const error = new TypeError('The page “secret plans” of /home/ada/work is broken')
    error.stack = `TypeError: The page “secret plans” of /home/ada/work is broken
    at readPage (/home/ada/galley/out/main/index.js:10:5)
    at async galley://app/assets/main-x1.js:2:33
    at /home/ada/secret plans/notes.txt:1:1
    at evil“name” (file:///home/ada/a.js:7:1)`
    log.note('app', error.name, error.stack)
    log.note('window', 'x'.repeat(200), 'at a (b.js:1:1)')
    expect(await log.lines()).toEqual([
      '2026-01-02T00:00:00.000Z app TypeError readPage (index.js:10:5) < (main-x1.js:2:33) < (a.js:7:1)',
      '2026-01-02T00:00:00.000Z window Error a (b.js:1:1)'
    ])
    expect((await stat(join(base, 'log/errors.log'))).mode & 0o777).toBe(0o600)
    await log.remove()
    expect(await log.lines()).toEqual([])
  })

  it('CR3 the log turns over, and a disk that takes nothing is no failure', async () => {
    const file = join(base, 'turn/errors.log')
    const log = openErrorLog(file)
    const stack = Array.from({ length: 12 }, (_, at) => `at ${'f'.repeat(60)} (index.js:${at}:1)`).join('\n')
    for (let at = 0; at < 1500; at += 1) log.note('app', 'Error', stack)
    expect((await readdir(join(base, 'turn'))).sort()).toEqual(['errors.log', 'errors.log.1'])
    expect((await stat(file)).size).toBeLessThan(300 * 1024)
    expect(await log.lines()).toHaveLength(200)
    openErrorLog(join(file, 'below/a/file.log')).note('app', 'Error', '')
  })

  it('CR4 ten dumps are kept, for thirty days, and all are deleted when that is asked', async () => {
    const folder = join(base, 'Crashpad')
    await mkdir(join(folder, 'pending'), { recursive: true })
    const now = Date.now()
    for (let at = 0; at < 14; at += 1) {
      const days = at === 2 ? 31 : at
      const file = join(folder, 'pending', `${at}.dmp`)
      await writeFile(file, 'dump')
      await writeFile(join(folder, 'pending', `${at}.meta`), '')
      const time = new Date(now - days * 24 * 3_600_000)
      await utimes(file, time, time)
    }
    await writeFile(join(folder, 'settings.dat'), '')
    expect(await listDumps(folder)).toHaveLength(14)
    await pruneDumps(folder, now)
    const kept = (await listDumps(folder)).map(({ name }) => name)
    expect(kept).toHaveLength(10)
    expect(kept).not.toContain('2.dmp')
    expect(kept[0]).toBe('0.dmp')
    await deleteReports(folder)
    expect(await readdir(join(folder, 'pending'))).toEqual(
      ['11.meta', '12.meta', '13.meta', '2.meta'].slice(0, 0)
    )
    expect(await readdir(folder)).toContain('settings.dat')
    expect(await listDumps(join(folder, 'none'))).toEqual([])
  })
})
