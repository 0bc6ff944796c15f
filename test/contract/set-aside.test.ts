import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SetAsideItem } from '../../src/common/api/types'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { expectRefusal, json, text } from './kit'
import { owner, person } from './people'

/** What lies in `.galley/damaged`, over HTTP. */

let workspace: Workspace
let outside = ''
beforeAll(async () => {
  workspace = await openWorkspace()
  outside = join(workspace.location, 'notes.txt')
  await writeFile(outside, 'no business of anybody')
  const damaged = join(workspace.location, '.galley/damaged')
  await writeFile(join(damaged, 'index.log.1'), 'what was the index')
  await writeFile(join(damaged, 'ä b#c%.json'), '{}')
  await mkdir(join(damaged, 'item'))
  await writeFile(join(damaged, 'item/record.json'), '{}')
  await symlink(outside, join(damaged, 'link'))
})
afterAll(() => workspace.close())

const list = async () => json<SetAsideItem[]>(await owner(workspace).send('GET', '/app/set-aside'))
const names = async () => (await list()).map(({ name }) => name).sort()
const address = (name: string) => `/app/set-aside/${encodeURIComponent(name)}`

it('W9 what was set aside is listed, read and deleted', async () => {
  const root = owner(workspace)
  const found = await list()
  expect(found.find(({ name }) => name === 'index.log.1')).toMatchObject({ kind: 'file', size: 18 })
  expect(found.find(({ name }) => name === 'item')).toMatchObject({ kind: 'folder', size: 0 })
  expect(found.find(({ name }) => name === 'link')).toMatchObject({ kind: 'other', size: 0 })
  const read = await root.send('GET', address('index.log.1'))
  expect(text(read)).toBe('what was the index')
  expect(read.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff'
  })
  for (const name of ['index.log.1', 'ä b#c%.json', 'item', 'link']) {
    expect((await root.send('DELETE', address(name))).status).toBe(204)
    expectRefusal(await root.send('DELETE', address(name)), 404, 'not-found')
  }
  expect(await names()).toEqual([])
})

it('W9 a link that was set aside is neither read nor followed when it is deleted', async () => {
  await symlink(outside, join(workspace.location, '.galley/damaged/away'))
  expectRefusal(await owner(workspace).send('GET', address('away')), 404, 'not-found')
  expect((await owner(workspace).send('DELETE', address('away'))).status).toBe(204)
  expect(existsSync(outside)).toBe(true)
})

it.each([
  '../workspace.json',
  '..',
  '.',
  '../../notes.txt',
  'item/record.json',
  'x\u0000',
  '..\\workspace.json'
])('W9 %j is no name of something set aside', async (name) => {
  for (const method of ['GET', 'DELETE'])
    expect([400, 404]).toContain((await owner(workspace).send(method, address(name))).status)
  expect(existsSync(outside) && existsSync(join(workspace.location, '.galley/workspace.json'))).toBe(true)
})

it('P6 W9 what was set aside is the owner’s alone', async () => {
  const reader = await person(workspace, 'reader@example.com')
  expectRefusal(await reader.send('GET', '/app/set-aside'), 403, 'forbidden')
  for (const method of ['GET', 'DELETE'])
    expectRefusal(await reader.send(method, address('index.log.1')), 403, 'forbidden')
})
