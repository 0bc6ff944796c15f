import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chosenRuntime } from '../../../scripts/package/runtime.mjs'
import { packageCommand, root, withoutPackages } from '../made'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'galley-release-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('the runtime of a release', () => {
  const zip = (name: string) => {
    const file = join(home, name)
    writeFileSync(file, 'an archive')
    return file
  }
  const sum = createHash('sha256').update('an archive').digest('hex')
  const name = 'electron-v45.4.1-linux-x64.zip'

  it('PK3 the archive whose name and sum the electron package lists is taken', async () => {
    expect(await chosenRuntime({ zip: zip(name), checksums: { [name]: sum }, version: '45.4.1' })).toEqual({
      dist: join(home, name),
      version: '45.4.1',
      testOnly: false,
      sha256: sum
    })
  })

  it.each([
    ['of another version', 'electron-v25.1.1-linux-x64.zip', sum, /names Electron 45\.4\.1/],
    ['with another sum', name, '0'.repeat(64), /not what Electron released/],
    ['that is in no list', 'electron-v45.4.1-linux-riscv64.zip', sum, /lists no sum/]
  ])('PK3 an archive %s is refused', async (_what, called, listed, sentence) => {
    const checksums = { [name]: listed }
    await expect(chosenRuntime({ zip: zip(called), checksums, version: '45.4.1' })).rejects.toThrow(sentence)
  })

  it('PK3 one that is not there is refused', async () => {
    await expect(
      chosenRuntime({ zip: join(home, 'none.zip'), checksums: {}, version: '1.0.0' })
    ).rejects.toThrow(/no such file/)
  })
})

describe.skipIf(withoutPackages)('npm run package', () => {
  it('PK3 a release refuses the runtime that tests use, and makes nothing', async () => {
    const { code, said } = await packageCommand(['deb', '--release', '--out', join(home, 'out')])
    expect(code).toBe(1)
    expect(said).toMatch(/^galley: a release is made with Electron as it was released/m)
    expect(said).not.toMatch(/\n\s+at /)
  })

  it('PK3 a kind of package that there is not, and an option that there is not, are said', async () => {
    expect(await packageCommand(['msi'])).toMatchObject({ code: 1, said: expect.stringContaining('msi') })
    expect(await packageCommand(['--fast'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('--fast')
    })
  })
})

describe.skipIf(withoutPackages)('what the menu entry starts', () => {
  it('PK6 as root it starts nothing, and says in one sentence why', () => {
    writeFileSync(join(home, 'id'), '#!/bin/sh\necho 0\n', { mode: 0o755 })
    const { status, stderr } = spawnSync('sh', [join(root, 'scripts/package/linux/galley-app.sh')], {
      encoding: 'utf8',
      env: { PATH: `${home}:/usr/bin:/bin` }
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Galley is not started as root, [^\n]+\n$/)
  })
})
