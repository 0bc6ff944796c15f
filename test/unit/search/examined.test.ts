import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openEngine } from '../../../src/main/search/engine/engine'
import { otherOf } from '../../../src/main/search/engine/other'
import { examineIndex } from '../../../src/main/search/examine'
import { indexFileOf } from '../../../src/main/search/seals'
import { examine } from '../../../src/main/store/doctor'
import { openPastSearched, openSearched } from '../../support/searched'
import { ada, bytes, p, withStore } from '../../support/workspace'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

it('L4 FI5 the doctor compares the index with a fresh one, writes nothing for it, and makes a wrong one anew', () =>
  withStore(async (store, folder) => {
    const seals = await mkdtemp(join(tmpdir(), 'galley-seals-'))
    const look = async (repair = false) => {
      const { findings } = await examine(folder, {
        repair,
        made: (made) => examineIndex(made, [join(seals, 'none'), seals])
      })
      return findings.filter(({ where }) => where.includes('search-'))
    }
    const ferry = '<main><div><h1>Ferry</h1><p>sails</p></div></main>'
    const { entry } = await store.write(p('/o/s/a.html'), bytes(ferry), { by: ada })
    await store.write(p('/o/s/sheet.json'), bytes('{":type":"sheet","data":[{"Name":"pier"}]}'), { by: ada })
    await store.write(p('/.config/o.json'), bytes('{"data":[{"key":"a","value":"b"}],":type":"sheet"}'), {
      by: ada
    })
    await store.write(p('/o/s/b.png'), bytes('x'), { by: ada })
    if (!store.folder) throw new Error('no folder')
    const file = await indexFileOf(store.folder, store.id, seals)
    const searched = await openSearched(store, file)
    await searched.dump()
    await searched.close()
    await store.close()
    expect(await look()).toEqual([])

    // what is only behind is no fault
    const index = join(folder, '.galley/index')
    const engine = openEngine(file)
    const mark = {
      file: entry.id,
      path: '/o/s/a.html',
      isConfig: false,
      size: ferry.length,
      changedAt: entry.lastModified,
      changedBy: `${ada.email}\n${ada.name}`,
      preview: null,
      live: null
    }
    engine.take([{ ...mark, hash: hashOf('before'), bytes: bytes('before') }])
    engine.close()
    expect(await look()).toEqual([])

    // other words for just this content
    const wrong = openEngine(file)
    wrong.take([{ ...mark, hash: hashOf(ferry), bytes: bytes(ferry.replace('sails', 'sinks')) }])
    wrong.close()
    const before = await readdir(index)
    const [found] = await look()
    expect(found).toMatchObject({ kind: 'damage', repaired: false })
    expect(found?.message).toContain('of 1 of 4 files')
    expect(await readdir(index)).toEqual(before)
    expect(await look(true)).toMatchObject([{ repaired: true }])
    expect(await readdir(index)).toEqual([])
    expect(await look()).toEqual([])

    const again = openEngine(file)
    again.close()
    await truncate(file, 1000)
    expect(await look()).toMatchObject([{ kind: 'leftover', repaired: false }])
    // one that this computer did not make is not opened
    await rm(seals, { recursive: true })
    expect(await look()).toEqual([])
  }))

it('L4 FI7 the doctor compares the index of what was as well: states that went, and the trash', () =>
  withStore(async (store, folder) => {
    const seals = await mkdtemp(join(tmpdir(), 'galley-seals-'))
    const look = async (repair = false) => {
      const { findings } = await examine(folder, { repair, made: (made) => examineIndex(made, [seals]) })
      return findings.filter(({ where }) => where.includes('search-'))
    }
    const page = (text: string) => bytes(`<main><div><p>${text}</p></div></main>`)
    for (const text of ['first', 'second', 'third'])
      await store.write(p('/o/s/a.html'), page(text), { by: ada })
    await store.write(p('/o/s/b.html'), page('deleted'), { by: ada })
    await store.remove(p('/o/s/b.html'), { by: ada })
    if (!store.folder) throw new Error('no folder')
    const file = otherOf(await indexFileOf(store.folder, store.id, seals))
    const searched = await openPastSearched(store, file)
    const dump = await searched.dump()
    await searched.close()
    await store.close()
    const states = dump.filter((line) => line.includes('"was":'))
    expect(states).toHaveLength(4)
    expect(await look()).toEqual([])

    const wrong = openEngine(file)
    const [, second = ''] = states
    const {
      changed_at: changedAt,
      changed_by: changedBy,
      units: _units,
      ...row
    } = stateRow.parse(JSON.parse(second))
    wrong.take([{ ...row, changedAt, changedBy, isConfig: false, bytes: page('sunk'), next: null }])
    wrong.close()
    const [found] = await look()
    expect(found).toMatchObject({ kind: 'damage', repaired: false })
    expect(found?.message).toContain('of 1 of 4')
    expect(await look(true)).toMatchObject([{ repaired: true }])
    expect(await look()).toEqual([])
    await rm(seals, { recursive: true })
  }))

const stateRow = z.object({
  file: z.string(),
  path: z.string(),
  hash: z.string(),
  size: z.number(),
  units: z.number(),
  changed_at: z.number(),
  changed_by: z.string(),
  preview: z.null(),
  live: z.null(),
  was: z.enum(['went', 'trash'])
})
