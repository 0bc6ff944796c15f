import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doctorCommand } from '../../../src/main/cli/doctor'
import { runCommand } from '../../../src/main/cli/run'
import { openStore } from '../../../src/main/store'
import { ada, bytes, p, withStore } from '../../support/workspace'

async function doctor(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const terminal = {
    out: (line: string) => void out.push(line),
    notify: (line: string) => void err.push(line)
  }
  const code = await runCommand(
    [{ name: 'doctor', load: () => Promise.resolve(doctorCommand) }],
    ['doctor', ...args],
    terminal,
    '0'
  )
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('L4 L5 galley doctor says that all is well, what is wrong, and what it mended', () =>
  withStore(async (store, folder) => {
    for (const body of ['1', '2'])
      await store.write(p('/o/s/page.html'), bytes(`<main>${body}</main>`), { by: ada })
    const open = await doctor('--data', folder)
    expect(open).toMatchObject({ code: 1, out: '' })
    expect(open.err).toContain('has this workspace open')
    await store.close()

    expect(await doctor('--data', folder)).toMatchObject({ code: 0, err: '' })
    await rm(join(folder, '.galley/index.log'))
    const wrong = await doctor('--data', folder)
    expect(wrong.code).toBe(1)
    expect(wrong.out).toContain('damaged: .galley/index.log')
    expect(wrong.err).toBe('galley: 1 thing is wrong in this workspace; --repair mends it')

    const json = await doctor('--data', folder, '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      findings: [{ where: '.galley/index.log', repaired: false }]
    })

    const mended = await doctor('--repair', '--data', folder)
    expect(mended).toMatchObject({ code: 0, err: '' })
    expect(mended.out).toContain('mended: .galley/index.log')
    expect((await doctor('--data', folder)).out).toContain('all is well')
    expect((await readFile(join(folder, '.galley/index.log'), 'utf8')).length).toBeGreaterThan(50)
    const again = await openStore({ folder, watch: false })
    expect(await again.versions(p('/o/s/page.html'))).toHaveLength(1)
    await again.close()
  }))

test('L5 what cannot be mended ends with 1 and one line; a typing mistake with 2', () =>
  withStore(async (store, folder) => {
    for (const body of ['1', '2'])
      await store.write(p('/o/s/page.html'), bytes(`<main>${body}</main>`), { by: ada })
    const [version] = await store.versions(p('/o/s/page.html'))
    await store.close()
    const hash = version?.hash ?? ''
    await writeFile(join(folder, '.galley/blobs', hash.slice(0, 2), hash), 'rotten')
    expect((await doctor('--data', folder)).code).toBe(1)
    const repaired = await doctor('--data', folder, '--repair')
    expect(repaired.code).toBe(1)
    expect(repaired.out).toContain('Gone: no repair brings that back')
    expect(repaired.err).toContain('galley restore --backup')
    const left = await doctor('--data', folder)
    expect(left.code).toBe(1)
    expect(left.err).toContain('cannot be mended; the rest is intact; something of it is gone')
    expect((await doctor('--mend')).code).toBe(2)
    expect((await doctor('--data', join(folder, 'content'))).err).toContain('no Galley workspace')
  }))
