import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import type { WorkspaceHealth } from '../../src/common/health'
import { createService } from '../../src/main/service'
import type { Service, ServiceOptions } from '../../src/main/service'
import { openStore } from '../../src/main/store'
import type { DiskRoom } from '../../src/main/store/types'
import { nodeFs } from '../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../src/main/store/types'
import { bundleProgram } from '../support/bundle'
import { ada, bytes, p, quickFolder, until } from '../support/workspace'
import { expectRefusal } from './kit'
import { owner, person } from './people'
import { openWorkspace } from './in-process'

/** How the workspace fares, over HTTP. */

const never = 3_600_000
const still = { rest: 0, quiet: never, good: never, ask: never, disk: never, afterChange: never }
const page = p('/o/s/page.html')

let program = ''
beforeAll(async () => {
  program = await bundleProgram('src/main/health/program.ts')
})

let folder = ''
let room: DiskRoom | null = null
let store: FolderStore
let service: Service
let lines: string[] = []

async function start(times: ServiceOptions['healthTimes'] = {}, at = folder): Promise<void> {
  store = await openStore({ folder: at, watch: false, fs: { ...nodeFs, room: () => Promise.resolve(room) } })
  service = createService({
    store,
    appVersion: '0.0.0',
    checkProgram: program,
    notify: (line) => lines.push(line),
    healthTimes: { ...still, ...times }
  })
}

async function stop(): Promise<void> {
  await service.close()
  await store.close()
}

beforeEach(async () => {
  folder = await quickFolder()
  room = null
  lines = []
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = (method: string, path: string, body?: unknown) =>
  service.fetch(
    new Request(`galley://app${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })
    }),
    'owner'
  )
const health = async (): Promise<WorkspaceHealth> => (await ask('GET', '/app/health')).json()
const checked = () =>
  until(async () => {
    const { check } = await health()
    return check.running ? null : check.last
  })

async function damageVersion(): Promise<string> {
  for (const one of ['1', '2']) await store.write(page, bytes(`<main>${one}</main>`), { by: ada })
  const hash = createHash('sha256').update('<main>1</main>').digest('hex')
  const blob = join(store.folder.location, '.galley/blobs', hash.slice(0, 2), hash)
  const data = await readFile(blob)
  data[0] = (data[0] ?? 0) ^ 1
  await writeFile(blob, data)
  return hash
}

it('W11 “Check now” examines the whole store beside the requests, tells what is damaged, and is remembered', async () => {
  await start()
  expect((await health()).check).toEqual({ running: false, last: null, failed: null })
  const hash = await damageVersion()
  const begun = await ask('POST', '/app/health/check')
  expect(begun.status).toBe(202)
  expect(((await begun.json()) as WorkspaceHealth).check.running).toBe(true)
  // a second one does not begin, and requests are answered meanwhile
  await ask('POST', '/app/health/check')
  expect((await ask('GET', '/source/o/s/page.html')).status).toBe(200)
  const last = await checked()
  expect(last).toMatchObject({
    damaged: 1,
    findings: [{ where: expect.stringContaining(hash), repair: expect.any(String) }]
  })
  expect(last.findings[0]?.message).toMatch(/the version of \/o\/s\/page\.html/)
  expect(lines.join()).toMatch(/1 thing is damaged in this workspace/)
  await stop()
  await start()
  expect((await health()).check.last).toEqual(last)
})

it('W11 a check is made by itself when the last one is a week old, and not before', async () => {
  await start({ quiet: 0 })
  await store.write(page, bytes('<main>1</main>'), { by: ada })
  const first = await checked()
  expect(first.damaged).toBe(0)
  await stop()
  // asked again and again, and none is due
  await start({ quiet: 0, ask: 5 })
  await until(async () => {
    for (let round = 0; round < 20; round++) await health()
    return true
  })
  expect((await health()).check).toEqual({ running: false, last: first, failed: null })
  await stop()
  await start({ quiet: 0, ask: 5, good: 1 })
  expect(await until(async () => ((await checked()).at > first.at ? true : null))).toBe(true)
})

it('W11 a copy of the folder was never checked', async () => {
  await start()
  await ask('POST', '/app/health/check')
  await checked()
  await stop()
  const copy = await mkdtemp(`${folder}-copy-`)
  await cp(folder, copy, { recursive: true })
  await start({}, copy)
  expect((await health()).check.last).toBeNull()
  await stop()
  await rm(copy, { recursive: true, force: true })
  await start()
  expect((await health()).check.last).not.toBeNull()
})

it('W11 a check that is under way ends with the workspace, at once', async () => {
  await start()
  await ask('POST', '/app/health/check')
  await stop()
  await start()
  expect((await health()).check).toEqual({ running: false, last: null, failed: null })
})

it('W12 what is left on the disk is told when it becomes little, and again when there is room', async () => {
  room = { free: 500e9, total: 900e9, files: null }
  await start({ disk: 5 })
  const events: string[] = []
  const stream = await ask('GET', '/events')
  void stream.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (chunk) => void events.push(chunk) }))
  expect((await health()).disk).toEqual({ ...room, level: 'enough' })
  room = { ...room, free: 700e6 }
  await until(() => lines.find((line) => line.startsWith('700 MB are left on the disk')))
  expect((await health()).disk).toMatchObject({ level: 'low', free: 700e6 })
  await until(() => events.some((event) => event.includes('event: health')))
  room = { ...room, free: 100e6 }
  await until(() => lines.find((line) => line.startsWith('Only little space is left. 100 MB')))
  room = { ...room, free: 400e9 }
  await until(() => lines.includes('The disk of this workspace has room again.'))
  expect((await health()).disk?.level).toBe('enough')
  // one that lies is not believed, and nothing is said of it
  const told = lines.length
  room = null
  await until(async () => (await health()).disk === null)
  expect(lines).toHaveLength(told)
})

it('W12 the disk is looked at soon after something was written', async () => {
  room = { free: 500e9, total: 900e9, files: null }
  await start({ afterChange: 0 })
  await health()
  room = { ...room, free: 50e6 }
  await store.write(page, bytes('<main>1</main>'), { by: ada })
  await until(() => lines.find((line) => line.startsWith('Only little space')))
})

it('W13 where another program mirrors the folder that is told once, and not after it was silenced', async () => {
  await mkdir(join(folder, '.stfolder'))
  await start({}, join(folder, 'work'))
  await until(() => lines.find((line) => line.startsWith('Syncthing mirrors this folder')))
  expect((await health()).place).toEqual({ kind: 'mirror', name: 'Syncthing', silenced: false })
  expect((await ask('PUT', '/app/health/place', { silenced: true })).status).toBe(200)
  expect((await ask('PUT', '/app/health/place', { silenced: 'yes' })).status).toBe(400)
  await stop()
  lines = []
  await start({}, join(folder, 'work'))
  expect((await health()).place).toEqual({ kind: 'mirror', name: 'Syncthing', silenced: true })
  expect(lines).toEqual([])
})

it('W11 W12 W13 how the workspace is, is told to its owner alone', async () => {
  await start()
  const workspace = await openWorkspace({ healthTimes: still })
  const ann = await person(workspace, 'ann@example.com')
  for (const [method, path] of [
    ['GET', '/app/health'],
    ['POST', '/app/health/check'],
    ['PUT', '/app/health/place']
  ] as const)
    expectRefusal(await ann.send(method, path), 403, 'forbidden')
  expect((await owner(workspace).send('GET', '/app/health')).status).toBe(200)
  await workspace.close()
})
