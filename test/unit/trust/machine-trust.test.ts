import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import { openWorkspace, trustRecent, type MachineTrust } from '../../../src/main/trust'
import { identityOf } from '../../../src/main/trust/identity'
import { machineTrust } from '../../../src/main/trust/machine-trust'
import { trustFile } from '../../../src/main/trust/trust-file'
import { tempFolder } from '../../support/workspace'

let base: string
let file: string
let told: string[]
beforeEach(async () => {
  base = await tempFolder()
  file = join(base, 'user/trust.json')
  told = []
})
afterEach(() => rm(base, { recursive: true, force: true }))

const notify = (line: string) => void told.push(line)
const machine = (): MachineTrust => machineTrust(trustFile(file, notify), null)

/** Opens a folder, as the app does. */
async function isTrusted(folder: string, trust = machine()): Promise<boolean> {
  const opened = await openWorkspace(folder, { trust, notify, watch: false })
  await opened.store.close()
  return opened.isTrusted
}

/** Somebody else made it. */
async function foreign(name: string): Promise<string> {
  const folder = join(base, name)
  const store = await openStore({ folder, watch: false })
  await store.close()
  return folder
}

async function trustIt(folder: string): Promise<void> {
  const { store, identity } = await openWorkspace(folder, { trust: machine(), notify, watch: false })
  await machine().add(identity)
  await store.close()
}

describe('which workspaces this computer trusts', () => {
  it('T1 what Galley makes is trusted; what it finds is not, until its person says so, and again when they take it back', async () => {
    expect(await isTrusted(join(base, 'made'))).toBe(true)
    expect(await isTrusted(join(base, 'made'))).toBe(true)
    const folder = await foreign('found')
    expect(await isTrusted(folder)).toBe(false)
    await trustIt(folder)
    expect(await isTrusted(folder)).toBe(true)
    expect((await machine().list()).map(({ path }) => path)).toEqual([folder, join(base, 'made')])
    expect(await machine().removeAt(folder)).toBe(true)
    expect(await machine().removeAt(folder)).toBe(false)
    expect(await isTrusted(folder)).toBe(false)
  })

  it('T1 a folder that holds anything of Galley’s was not made here, also without a record of the workspace', async () => {
    const folder = join(base, 'half')
    await mkdir(join(folder, '.galley/documents'), { recursive: true })
    await writeFile(join(folder, '.galley/documents/sync.json'), '{}')
    expect(await isTrusted(folder)).toBe(false)
    const contentOnly = join(base, 'content-only')
    await mkdir(join(contentOnly, 'content/acme/site'), { recursive: true })
    expect(await isTrusted(contentOnly)).toBe(true)
  })

  it('T1 a copy, a folder that was moved, and one that took the place of a trusted one are asked about', async () => {
    const folder = await foreign('one')
    await trustIt(folder)
    await cp(folder, join(base, 'copy'), { recursive: true })
    expect(await isTrusted(join(base, 'copy'))).toBe(false)
    await rename(folder, join(base, 'moved'))
    expect(await isTrusted(join(base, 'moved'))).toBe(false)
    // the same id, the same path, another folder
    await rename(join(base, 'copy'), folder)
    expect(await isTrusted(folder)).toBe(false)
    await rm(folder, { recursive: true })
    await rename(join(base, 'moved'), folder)
    expect(await isTrusted(folder)).toBe(true)
    // the same folder, with the record of another workspace
    await writeFile(
      join(folder, '.galley/workspace.json'),
      JSON.stringify({ format: 1, id: '11111111-1111-4111-8111-111111111111' })
    )
    expect(await isTrusted(folder)).toBe(false)
  })

  it('T1 T2 id, path, device and inode have to agree, every one; a link to the folder is the folder', async () => {
    const folder = await foreign('one')
    await trustIt(folder)
    await symlink(folder, join(base, 'link'))
    expect(await isTrusted(join(base, 'link'))).toBe(true)
    const store = await openStore({ folder, watch: false })
    const identity = await identityOf({ id: store.id, location: store.folder.location })
    await store.close()
    expect(await machine().has(identity)).toBe(true)
    for (const change of [{ id: 'x' }, { path: '/x' }, { dev: '0' }, { ino: '0' }])
      expect([change, await machine().has({ ...identity, ...change })]).toEqual([change, false])
  })

  it.each(['', '{', '[]', '{"format":1,"workspaces":[{"id":1}]}', '{"format":2,"workspaces":[]}', '\0\0\0'])(
    'T1 a file that cannot be understood (%j) trusts nobody, is set aside and told',
    async (damage) => {
      const folder = await foreign('one')
      await trustIt(folder)
      await writeFile(file, damage)
      expect(await isTrusted(folder)).toBe(false)
      expect(told.join()).toContain('set aside')
      const names = await readdir(join(base, 'user'))
      const aside = names.filter((name) => name.startsWith('trust.json.damaged-'))
      expect(aside).toHaveLength(1)
      expect(await readFile(join(base, 'user', aside[0] ?? ''), 'utf8')).toBe(damage)
      await trustIt(folder)
      expect(await isTrusted(folder)).toBe(true)
    }
  )

  it('T1 many who write at once lose nobody’s word', async () => {
    const identities = Array.from({ length: 40 }, (_, n) => ({
      id: `w${n}`,
      path: `/w${n}`,
      dev: '1',
      ino: `${n}`
    }))
    await Promise.all(identities.map((identity) => trustFile(file, notify).add(identity, 1)))
    expect((await machine().list()).map(({ id }) => id).sort()).toEqual(identities.map(({ id }) => id).sort())
    await Promise.all(identities.slice(1).map(({ path }) => trustFile(file, notify).removeAt(path)))
    expect((await machine().list()).map(({ id }) => id)).toEqual(['w0'])
  })

  it('T1 what was trusted by a command the app believes too, and either takes it back', async () => {
    const commands = trustFile(join(base, 'state/trust.json'), notify)
    const folder = await foreign('one')
    const app = machineTrust(trustFile(file, notify), commands)
    const { store, identity } = await openWorkspace(folder, { trust: app, notify, watch: false })
    await store.close()
    await commands.add(identity, 1)
    expect(await isTrusted(folder, app)).toBe(true)
    expect(await app.removeAt(folder)).toBe(true)
    expect(await isTrusted(folder, app)).toBe(false)
    expect(await commands.list()).toEqual([])
  })

  it('T1 what cannot be written down is told, and counts for this run', async () => {
    await writeFile(join(base, 'user'), 'a file where the folder should be')
    expect(await isTrusted(join(base, 'made'))).toBe(true)
    expect(told.join()).toContain('asked about at each start')
    expect(await isTrusted(join(base, 'made'))).toBe(false)
  })

  it('T1 at the update the recent workspaces are trusted, those that are there', async () => {
    const folders = [await foreign('one'), await foreign('two')]
    const later = await foreign('later')
    await trustRecent([...folders, join(base, 'gone'), base], machine(), notify)
    for (const folder of folders) expect(await isTrusted(folder)).toBe(true)
    expect(await isTrusted(later)).toBe(false)
    expect(told).toEqual([])
  })
})
