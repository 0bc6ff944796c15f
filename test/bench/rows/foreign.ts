import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { urlOf } from '../../../src/common/api/url'
import { contentPath } from '../../../src/common/content/paths'
import { bodyOf, inParallel, pageOf } from '../documents'
import { summaryOf, timed } from '../measure'
import type { Row } from '../row'
import type { Bench } from '../workspace'
import { withWorkspace } from '../workspace'

const FOLDERS = 200
const FILES = 2_000
const ROUNDS = 3
const SITE = '/bench/site'
const AT_ONCE = 8

/** Another program unpacks an archive into an open workspace, and later a newer one over it. */
export const foreign: Row = {
  name: 'foreign',
  title: '2,000 pages of another program in 200 folders',
  run: async (place) => {
    const took = {
      listed: [] as number[],
      known: [] as number[],
      lasting: [] as number[],
      kept: [] as number[]
    }
    const bare = { made: [] as number[], kept: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = join(place, `workspace-${round}`)
      await withWorkspace(workspace, async (bench) => {
        // the scan at the start is over
        await setTimeout(1_000)
        const told = new Set<string>()
        bench.store.subscribe((event) => {
          if (event.type === 'file' && event.change === 'created') told.add(event.path)
        })
        const disk = join(workspace, 'content', SITE)
        await unpack(disk, 1)
        const start = performance.now()
        await listAll(bench)
        took.listed.push(performance.now() - start)
        await historiesOf(bench, 0)
        took.known.push(performance.now() - start)
        while (told.size < FILES) await setTimeout(5)
        took.lasting.push(performance.now() - start)
        await setTimeout(1_000)
        await unpack(disk, 2)
        took.kept.push(await timed(() => historiesOf(bench, 1)))
        bare.made.push(await timed(() => barely(disk, join(place, `bare-${round}`), 'folders')))
        bare.kept.push(await timed(() => barely(disk, join(place, `bare-${round}`), 'files')))
      })
    }
    const budget = { kind: 'most', atMost: 5_000, unit: 'ms', of: 'median' } as const
    const made = {
      what: 'each read, hashed and written twice, their folders synced',
      took: summaryOf(bare.made)
    }
    const kept = {
      what: 'each read, hashed and written twice, both synced',
      took: summaryOf(bare.kept)
    }
    return [
      { what: 'all folders listed', galley: summaryOf(took.listed), baseline: made, budget },
      { what: 'listed and their histories told', galley: summaryOf(took.known), baseline: made, budget },
      { what: 'made to last', galley: summaryOf(took.lasting), baseline: made, budget },
      { what: 'all overwritten: a version of each', galley: summaryOf(took.kept), baseline: kept, budget }
    ]
  }
}

const folderOf = (number: number) => `folder-${number % FOLDERS}`
const nameOf = (number: number) => `page-${number}.html`

async function unpack(disk: string, edition: number): Promise<void> {
  for (let number = 0; number < FILES; number += 1) {
    const folder = join(disk, folderOf(number))
    if (number < FOLDERS) await mkdir(folder, { recursive: true })
    await writeFile(join(folder, nameOf(number)), pageOf(2_000 + edition, number))
  }
}

const listing = z.array(z.unknown())

async function listAll({ ask }: Bench): Promise<void> {
  await bodyOf(await ask(urlOf('list', { at: contentPath(SITE) })))
  await inParallel(FOLDERS, AT_ONCE, async (number) => {
    const body = await bodyOf(await ask(urlOf('list', { at: contentPath(`${SITE}/${folderOf(number)}`) })))
    requireCount(body, FILES / FOLDERS)
  })
}

async function historiesOf({ ask }: Bench, versions: number): Promise<void> {
  await inParallel(FILES, AT_ONCE, async (number) => {
    const path = contentPath(`${SITE}/${folderOf(number)}/${nameOf(number)}`)
    requireCount(await bodyOf(await ask(urlOf('listVersions', { at: path }))), versions)
  })
}

function requireCount(body: Uint8Array, count: number): void {
  const found = listing.parse(JSON.parse(new TextDecoder().decode(body))).length
  if (found !== count) throw new Error(`${found} entries instead of ${count}`)
}

/** What nobody can do without who keeps two more files for each, spread over as many folders as the store's. */
async function barely(from: string, to: string, syncs: 'folders' | 'files'): Promise<void> {
  const folders = new Set<string>()
  for (const folder of await readdir(from)) {
    const names = await readdir(join(from, folder))
    await inParallel(names.length, AT_ONCE, async (number) => {
      const bytes = await readFile(join(from, folder, names[number] ?? ''))
      const hash = createHash('sha256').update(bytes).digest('hex')
      for (const kind of ['log', 'copy']) {
        const target = join(to, syncs, kind, hash.slice(0, 2))
        folders.add(target)
        await mkdir(target, { recursive: true })
        await written(join(target, hash), bytes, syncs === 'files')
      }
    })
  }
  await inParallel(folders.size, AT_ONCE, (number) => synced([...folders][number] ?? ''))
}

async function written(file: string, bytes: Uint8Array, isSynced: boolean): Promise<void> {
  const handle = await open(file, 'w')
  await handle.write(bytes)
  if (isSynced) await handle.sync()
  await handle.close()
}

async function synced(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
