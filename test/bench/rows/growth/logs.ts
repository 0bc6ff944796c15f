import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contentPath } from '../../../../src/common/content/paths'
import { openStore } from '../../../../src/main/store'
import { inParallel, pageOf, writer } from '../../documents'
import type { Finding } from '../../row'
import { unsyncedFs } from '../../unsynced-fs'
import { grown } from './grown'
import { SITE } from './site'

const PAGES = 4_000

/** What the logs that grow with each save have on the disk while the workspace is open. */
export const logs = async (place: string): Promise<Finding[]> => {
  let last = { index: Number.NaN, compact: Number.NaN, history: Number.NaN }
  const grew = await grown({
    sizes: [4_000, 16_000, 64_000],
    kinds: {
      index: `index.log while open, saves of ${PAGES.toLocaleString('en')} pages`,
      history: 'versions.log, saves with a version each'
    },
    unit: 'MB',
    times: 1,
    cost: async (saves) => {
      last = await bytesAfter(place, saves)
      return { index: last.index, history: last.history }
    }
  })
  return [
    ...grew,
    {
      what: 'index.log after 64,000 saves, while open',
      galley: { value: last.index, unit: 'MB' },
      baseline: { what: 'the same written anew', took: { value: last.compact, unit: 'MB' } },
      budget: { kind: 'ratio', atMost: 3 }
    }
  ]
}

/** Megabytes. */
async function bytesAfter(place: string, saves: number) {
  const folder = await mkdtemp(join(place, 'logs-'))
  const bytesOf = async (name: string) => (await stat(join(folder, '.galley', name))).size / 1024 ** 2
  const open = () => openStore({ folder, fs: unsyncedFs, watch: false })
  try {
    const store = await open()
    let index = 0
    try {
      const save = (at: number, edition: number) =>
        store.write(contentPath(`${SITE}/page-${at}.html`), pageOf(400, edition), { by: writer })
      await inParallel(PAGES, 32, (at) => save(at, at))
      // one page after the other, as people save
      await inParallel(saves, 32, (at) => save(at % PAGES, PAGES + at))
      index = await bytesOf('index.log')
    } finally {
      await store.close()
    }
    // each line of an index is about as long as the others
    const lines = PAGES + 1
    const perLine = (await bytesOf('index.log')) / (await linesOf(join(folder, '.galley', 'index.log')))
    // it is written a while after what it tells of, at the latest when the workspace is closed
    return { index, history: await bytesOf('versions.log'), compact: perLine * lines }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function linesOf(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').length - 1
}
