import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { confinedFs } from '../../../src/main/store/disk/confined-fs'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { layoutOf } from '../../../src/main/store/layout/layout'
import { ada, bytes, onRealDisk, p, tempFolder, text } from '../../support/workspace'

onRealDisk()

const names = (count: number) => Array.from({ length: count }, (_, at) => `folder-${at}`)

/** Below and above the number of folders that a thread looks into. */
for (const count of [4, 40])
  test(`T2 W10 of ${count} folders looked into at once, what lies behind a link is not there, and the others are as they are`, async () => {
    const root = await tempFolder()
    const elsewhere = await tempFolder()
    const content = join(root, 'content')
    const real = names(count).map((name) => join(content, name))
    for (const [at, folder] of real.entries()) {
      await mkdir(join(folder, 'below'), { recursive: true })
      await writeFile(join(folder, 'page.html'), 'x'.repeat(at + 1))
      await symlink(join(elsewhere, 'secret.html'), join(folder, 'link.html'))
    }
    await mkdir(join(elsewhere, 'below'))
    await writeFile(join(elsewhere, 'secret.html'), 'secret')
    await symlink(elsewhere, join(content, 'link'))
    await symlink(join(content, 'loop'), join(content, 'loop'))
    const none = ['link', 'link/below', 'loop', 'missing', 'folder-0/page.html', 'folder-0/link.html'].map(
      (name) => join(content, name)
    )
    const fs = confinedFs(nodeFs, layoutOf(root))

    const looks = await fs.lookInto([...none, ...real])

    expect(looks.slice(0, none.length)).toEqual(none.map(() => null))
    for (const [at, look] of looks.slice(none.length).entries()) {
      expect(look?.stat).toEqual(await nodeFs.lstat(real[at] ?? ''))
      const found = [...(look?.entries ?? [])].sort((one, other) => (one.name < other.name ? -1 : 1))
      expect(found).toEqual([
        { name: 'below', kind: 'folder', stat: null },
        { name: 'link.html', kind: 'other', stat: null },
        { name: 'page.html', kind: 'file', stat: await nodeFs.lstat(join(real[at] ?? '', 'page.html')) }
      ])
    }
    for (const outside of [elsewhere, join(content, '..', '..'), `${content}/folder-0/../folder-1`])
      await expect(fs.lookInto([...real, outside])).rejects.toMatchObject({ code: 'EOUTSIDE' })
    for (const folder of [root, elsewhere]) await rm(folder, { recursive: true })
  })

test('T2 W10 a folder that becomes a link while many are looked through is not followed, and the others are', async () => {
  const folder = await tempFolder()
  const elsewhere = await tempFolder()
  const at = (name: string) => join(folder, 'content/o/s', name)
  const first = await openStore({ folder, watch: false })
  for (const name of names(40)) await first.write(p(`/o/s/${name}/page.html`), bytes(name), { by: ada })
  await first.close()
  for (const name of ['page.html', 'secret.html']) await writeFile(join(elsewhere, name), 'of somebody else')
  await writeFile(at('folder-0/page.html'), 'by another program')
  let turned = 0
  // after its name was read as that of a folder, and before it is looked into
  const lookInto: DurableFs['lookInto'] = async (folders) => {
    if (turned === 0 && folders.includes(at('folder-1'))) {
      turned++
      await rm(at('folder-1'), { recursive: true })
      await symlink(elsewhere, at('folder-1'))
    }
    return nodeFs.lookInto(folders)
  }
  const second = await openStore({ folder, fs: { ...nodeFs, lookInto } })
  const changes: string[] = []
  second.subscribe((event) => {
    if (event.type === 'file') changes.push(`${event.change} ${event.path}`)
  })

  await expect.poll(() => changes).toContain('changed /o/s/folder-0/page.html')

  expect(turned).toBe(1)
  expect(await second.stat(p('/o/s/folder-1/secret.html'))).toBeNull()
  expect(await second.read(p('/o/s/folder-1/page.html'))).toBeNull()
  expect(text((await second.read(p('/o/s/folder-39/page.html')))?.bytes)).toBe('folder-39')
  expect(changes).toEqual(['changed /o/s/folder-0/page.html'])
  expect(await readFile(join(elsewhere, 'page.html'), 'utf8')).toBe('of somebody else')
  await second.close()
  for (const one of [folder, elsewhere]) await rm(one, { recursive: true })
})

test('S2 E1 what other programs did while the workspace was closed is looked for after the sign for it, and what is asked for before is as it is', async () => {
  const folder = await tempFolder()
  const at = p('/o/s/folder-0/page.html')
  const first = await openStore({ folder, watch: false })
  for (const name of names(40)) await first.write(p(`/o/s/${name}/page.html`), bytes(name), { by: ada })
  await first.close()
  for (const name of names(2))
    await writeFile(join(folder, 'content/o/s', name, 'page.html'), 'by another program')
  let looks = 0
  const lookInto: DurableFs['lookInto'] = (folders) => {
    looks++
    return nodeFs.lookInto(folders)
  }
  let begin = () => {}
  const scanAfter = new Promise<void>((resolve) => (begin = resolve))
  const second = await openStore({ folder, fs: { ...nodeFs, lookInto }, scanAfter })
  const changes: string[] = []
  second.subscribe((event) => {
    if (event.type === 'file') changes.push(event.path)
  })
  expect(text((await second.read(at))?.bytes)).toBe('by another program')
  // far more than the pause after requests for which a scan waits that has no sign
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(looks).toBe(0)
  expect(changes).toEqual([at])

  begin()

  await expect.poll(() => changes).toEqual([at, '/o/s/folder-1/page.html'])
  await second.close()
  // and nothing is waited for where the sign never came
  const third = await openStore({ folder, scanAfter: new Promise(() => undefined) })
  await third.close()
  await rm(folder, { recursive: true })
})
