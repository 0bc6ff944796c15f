import { spawn } from 'node:child_process'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import { examine } from '../../src/main/store/doctor'
import type { FileEntry, FolderStore } from '../../src/main/store/types'
import type { ContentPath } from '../../src/common/content/paths'
import { bundleProgram } from '../support/bundle'
import { ada, filesBelow, onRealDisk, p, tempFolder, text, until } from '../support/workspace'

onRealDisk()

const KILLS = Number(process.env['GALLEY_KILLS'] ?? 18)
const LANES = 3
/** A workspace is given up for a new one after so many kills, so that checking it stays quick. */
const KILLS_A_WORKSPACE = 10

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/killed-writer.ts')
})

interface Told {
  /** Acknowledged contents by file id. */
  readonly acknowledged: Map<string, Set<string>>
  readonly submitted: Set<string>
  readonly failures: string[]
}

test(
  `W2 W7 ${KILLS} kill -9: every acknowledged save is there, none is half, ids stay; another program does no harm; the doctor finds nothing`,
  { timeout: Math.max(30 * 60_000, KILLS * 5_000) },
  async () => {
    let kills = 0
    let saves = 0
    const lane = async (seed: number) => {
      for (let round = 0; kills < KILLS; round++) {
        const folder = await tempFolder()
        const told: Told = { acknowledged: new Map(), submitted: new Set(), failures: [] }
        for (let count = 0; count < KILLS_A_WORKSPACE && kills < KILLS; count++) {
          kills++
          const number = seed * 1_000_003 + round * 1_009 + count
          await writeUntilKilled(folder, number, told)
          const isDisturbed = kills % 5 === 0
          if (isDisturbed) await disturb(folder, number, told)
          await verify(folder, told, `seed ${number}`, isDisturbed)
        }
        saves += [...told.acknowledged.values()].reduce((sum, contents) => sum + contents.size, 0)
        await rm(folder, { recursive: true })
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index + 1)))
    expect(saves).toBeGreaterThan(KILLS)
  }
)

/** Starts a writer and kills it at a moment that the seed chooses, counted in lines that it has said. */
async function writeUntilKilled(folder: string, seed: number, told: Told): Promise<void> {
  const child = spawn(process.execPath, [program, folder, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const lines = 3 + (seed % 37)
  let heard = 0
  for await (const line of createInterface({ input: child.stdout })) {
    hear(line, told)
    heard++
    // a part of a millisecond later, so that it strikes between calls too
    if (heard === lines) setTimeout(() => child.kill('SIGKILL'), (seed % 5) * 0.7)
  }
  await ended
}

function hear(line: string, told: Told): void {
  let said: unknown
  try {
    said = JSON.parse(line)
  } catch {
    return // the kill came in the middle of a line
  }
  const of = (key: string): unknown =>
    typeof said === 'object' && said !== null ? Reflect.get(said, key) : undefined
  const [begin, acknowledged, id, failed] = [of('begin'), of('acknowledged'), of('id'), of('failed')]
  if (typeof begin === 'string') told.submitted.add(begin)
  if (typeof failed === 'string') told.failures.push(failed)
  if (typeof acknowledged !== 'string' || typeof id !== 'string') return
  const contents = told.acknowledged.get(id) ?? new Set<string>()
  contents.add(acknowledged)
  told.acknowledged.set(id, contents)
}

/** Another program deletes, renames or overwrites a file before Galley is started again. */
async function disturb(folder: string, seed: number, told: Told): Promise<void> {
  const names = (await filesBelow(join(folder, 'content'))).filter((name) => name.endsWith('.html'))
  const name = names[seed % Math.max(1, names.length)]
  if (name === undefined) return
  const file = join(folder, 'content', name)
  const other = `<main>of another program, ${seed}</main>`
  if (seed % 3 === 0) await rm(file)
  else if (seed % 3 === 1) await rename(file, join(dirname(file), `renamed-${seed}.html`))
  else {
    told.submitted.add(other)
    await writeFile(file, other)
  }
}

/** @param isDisturbed then everything on the disk is looked at first, as it is when people work */
async function verify(folder: string, told: Told, seed: string, isDisturbed: boolean): Promise<void> {
  expect(told.failures, seed).toEqual([])
  const { findings } = await examine(folder)
  expect(
    findings.filter(({ kind }) => kind === 'damage'),
    seed
  ).toEqual([])
  const store = await openStore({ folder, watch: isDisturbed })
  try {
    if (isDisturbed) await until(() => told.acknowledged.size === 0 || hasAll(store, told))
    await restoreAll(store, seed)
    const files = new Map((await filesOf(store, p('/'))).map((entry) => [entry.id, entry]))
    for (const [id, contents] of told.acknowledged) {
      const entry = files.get(id)
      if (!entry) throw new Error(`${seed}: file ${id} is gone`)
      const found = new Set([text((await store.read(entry.path))?.bytes)])
      for (const version of await store.versions(entry.path)) {
        found.add(text((await store.readVersion('o', id, version.id))?.bytes))
      }
      for (const content of found)
        if (!told.submitted.has(content)) throw new Error(`${seed}: half a file: ${content}`)
      for (const content of contents)
        if (!found.has(content)) throw new Error(`${seed}: lost ${content.slice(0, 30)}`)
    }
    const left = (await filesBelow(join(folder, 'content'))).filter((name) => !name.endsWith('.html'))
    expect(left.length, 'at most one temporary file a kill').toBeLessThan(2 * KILLS_A_WORKSPACE)
    expect(store.folder.problems(), seed).toEqual([])
  } finally {
    await store.close()
  }
}

/** True once each file is in the content or in the trash. */
async function hasAll(store: FolderStore, told: Told): Promise<boolean> {
  const entries = new Set((await filesOf(store, p('/'))).map(({ id }) => id))
  const lost = [...told.acknowledged.keys()].filter((id) => !entries.has(id))
  const trashed = (await store.trash(p('/'))).reduce((sum, { files }) => sum + files, 0)
  return lost.length <= trashed
}

/** Brings back what is in the trash; what took its name makes room. */
async function restoreAll(store: FolderStore, seed: string): Promise<void> {
  for (const [index, item] of (await store.trash(p('/'))).entries()) {
    const path = p(item.path)
    if (await store.stat(path)) {
      await store.move(
        path,
        p(`/o/aside/${seed.replace(/\D/g, '')}-${index}${item.kind === 'file' ? '.html' : ''}`),
        { by: ada }
      )
    }
    await store.restoreFromTrash(p('/'), item.id, { by: ada })
  }
}

async function filesOf(store: FolderStore, folder: ContentPath): Promise<FileEntry[]> {
  const entries = (await store.list(folder)) ?? []
  const below = await Promise.all(
    entries.map((one) => (one.kind === 'folder' ? filesOf(store, one.path) : [one]))
  )
  return below.flat()
}
