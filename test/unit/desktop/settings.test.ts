import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettings, withRecent } from '../../../src/main/desktop/settings'

let folder: string
const failures: unknown[] = []
const open = (place = folder) => openSettings(place, (error) => failures.push(error))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-settings-'))
  failures.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('desktop.json', () => {
  it('L1 keeps what it was told, for the next start', async () => {
    const settings = open()
    await settings.update({ theme: 'dark' })
    await settings.update({ lastWorkspace: '/w', recent: ['/w'] })
    expect(open().value).toEqual({ theme: 'dark', lastWorkspace: '/w', recent: ['/w'], bounds: null })
    expect(await readdir(folder)).toEqual(['desktop.json'])
  })

  it('L1 keeps the last of many changes made at once', async () => {
    const settings = open()
    await Promise.all(Array.from({ length: 20 }, (_, n) => settings.update({ lastWorkspace: `/w${n}` })))
    expect(open().value.lastWorkspace).toBe('/w19')
  })

  it.each(['', '{', '[]', 'null', '"x"'])('L1 starts afresh from a damaged file: %s', async (text) => {
    await writeFile(join(folder, 'desktop.json'), text)
    expect(open().value).toEqual({ theme: 'system', lastWorkspace: null, recent: [], bounds: null })
  })

  it('L1 keeps what is good in a file with one bad member', async () => {
    await writeFile(
      join(folder, 'desktop.json'),
      JSON.stringify({ theme: 'purple', lastWorkspace: '/w', bounds: { x: 'no' } })
    )
    expect(open().value).toEqual({ theme: 'system', lastWorkspace: '/w', recent: [], bounds: null })
  })

  it('L1 says when it cannot be written, and goes on', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const settings = open(join(file, 'below'))
    await settings.update({ theme: 'light' })
    expect(settings.value.theme).toBe('light')
    expect(failures).toHaveLength(1)
    expect(await readFile(file, 'utf8')).toBe('')
  })

  it('L1 lists each recent workspace once, the newest first, eight in all', () => {
    expect(withRecent(['/a', '/b'], '/b')).toEqual(['/b', '/a'])
    expect(withRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8)
  })
})
