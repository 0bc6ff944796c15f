import { mkdir, readdir, lstat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { headers } from '../../../../src/common/api/headers'
import { contentPath } from '../../../../src/common/content/paths'
import { bodyOf, inParallel, pageOf, writer } from '../../documents'
import { interleaved } from '../../measure'
import type { Finding } from '../../row'
import type { Bench } from '../../workspace'
import { cpuOf, grown } from './grown'
import { inWorkspace, pagesIn, SITE, writePages } from './site'

/** A new page into a folder that has more and more. */
export const newFile = async (place: string): Promise<Finding[]> => [
  ...(await grown({
    sizes: [1_500, 6_000, 24_000],
    kinds: { made: '200 new pages into a folder of so many' },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        (store) => writePages(store, pagesIn(size, 1)),
        async ({ ask }) => {
          await bodyOf(await ask(`/list${SITE}/folder-0`))
          return {
            made: await cpuOf(async () => {
              for (let at = 0; at < 200; at += 1) await put(ask, `folder-0/new-${at}.html`, at)
            })
          }
        }
      )
  })),
  await besideSmall(place)
]

/** New pages one after the other into a large folder, in turns with the same into a small one. */
const besideSmall = (place: string): Promise<Finding> =>
  inWorkspace(
    place,
    async (store) => {
      await writePages(
        store,
        Array.from({ length: 500 }, (_, at) => `/small/page-${at}.html`)
      )
      await writePages(
        store,
        Array.from({ length: 24_000 }, (_, at) => `/large/page-${at}.html`)
      )
    },
    async ({ ask }) => {
      let made = 0
      const one = (folder: string) => async () => {
        made += 1
        await put(ask, `${folder}/new-${made}.html`, made)
      }
      for (const folder of ['large', 'small']) await bodyOf(await ask(`/list${SITE}/${folder}`))
      const { galley, baseline } = await interleaved(100, { galley: one('large'), baseline: one('small') })
      return {
        what: 'a new page into a folder of 24,000',
        galley,
        baseline: { what: 'into one of 500', took: baseline },
        budget: { kind: 'ratio', atMost: 1.2 }
      }
    }
  )

const put = async (ask: Bench['ask'], path: string, number: number) =>
  bodyOf(await ask(`/source${SITE}/${path}`, { method: 'PUT', body: new Uint8Array(pageOf(400, number)) }))

export const pagedList = async (place: string): Promise<Finding[]> => {
  let last = { whole: Number.NaN, paged: Number.NaN }
  const grew = await grown({
    sizes: [1_000, 4_000, 16_000],
    kinds: { paged: 'a folder listed in pages of 500, files', whole: 'the same as one list, files' },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        (store) => writePages(store, pagesIn(size, 1)),
        async ({ ask }) => {
          const list = `/list${SITE}/folder-0`
          const whole = async () => bodyOf(await ask(list))
          await whole()
          last = {
            whole: await cpuOf(whole),
            paged: await cpuOf(async () => {
              let next: string | null = null
              do {
                const answer: Response = await ask(`${list}?limit=500`, {
                  headers: next === null ? {} : { [headers.continuation]: next }
                })
                await bodyOf(answer)
                next = answer.headers.get(headers.continuation)
              } while (next !== null)
            })
          }
          return last
        }
      )
  })
  return [
    ...grew,
    {
      what: 'a folder of 16,000 listed in pages of 500',
      galley: { value: last.paged, unit: 'ms' },
      baseline: { what: 'as one list', took: { value: last.whole, unit: 'ms' } },
      budget: { kind: 'ratio', atMost: 2 }
    }
  ]
}

export const takenIn = (place: string) =>
  grown({
    sizes: [250, 1_000, 4_000],
    kinds: { taken: 'new folders of another program with a file each, taken in' },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        (store) => writePages(store, ['/there.html']),
        async ({ store, client, location }) => {
          // the scan at the start is over
          await setTimeout(1_000)
          let told = 0
          store.subscribe((event) => {
            if (event.type === 'file' && event.change === 'created') told += 1
          })
          const taken = await cpuOf(async () => {
            await inParallel(size, 16, async (at) => {
              const folder = join(location, 'content', SITE, `folder-${at}`)
              await mkdir(folder)
              await writeFile(join(folder, 'page.html'), pageOf(400, at))
            })
            await client.list(SITE)
            while (told < size) await setTimeout(20)
          })
          return { taken }
        }
      )
  })

export const scanned = async (place: string): Promise<Finding[]> => {
  let scan = Number.NaN
  let bare = Number.NaN
  const grew = await grown({
    sizes: [1_000, 4_000, 16_000],
    kinds: { scan: 'known folders looked through at the start', bare: 'readdir and lstat of each' },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        (store) => writePages(store, pagesIn(size, size)),
        async ({ location }) => {
          // the scan begins when the workspace is open, and goes through all folders
          scan = await cpuOf(untilQuiet)
          bare = await cpuOf(async () => {
            const site = join(location, 'content', SITE)
            for (const name of await readdir(site))
              for (const file of await readdir(join(site, name))) await lstat(join(site, name, file))
          })
          return { scan, bare }
        }
      )
  })
  return [
    ...grew,
    {
      what: 'known folders looked through at the start, 16,000',
      galley: { value: scan, unit: 'ms' },
      baseline: { what: 'readdir and lstat of each', took: { value: bare, unit: 'ms' } },
      budget: { kind: 'ratio', atMost: 2 }
    }
  ]
}

/** Until this process has had next to nothing to do for half a second. */
async function untilQuiet(): Promise<void> {
  await setTimeout(600)
  for (let last = Infinity; last > 10;) last = await cpuOf(() => setTimeout(500))
}

/** Work for one of many folders. */
export const besideFolders = (place: string) =>
  grown({
    sizes: [2_000, 8_000, 32_000],
    kinds: {
      moved: 'a hundred folders of one page moved, in a workspace of so many folders',
      removed: 'a hundred of them deleted'
    },
    times: 1,
    cost: (size) =>
      inWorkspace(
        place,
        (store) => writePages(store, pagesIn(size, size)),
        async ({ store }) => {
          const each = async (work: (at: number) => Promise<unknown>) => {
            for (let at = 0; at < 100; at += 1) await work(at)
          }
          return {
            moved: await cpuOf(() =>
              each((at) =>
                store.move(contentPath(`${SITE}/folder-${at}`), contentPath(`${SITE}/moved-${at}`), {
                  by: writer
                })
              )
            ),
            removed: await cpuOf(() =>
              each((at) => store.remove(contentPath(`${SITE}/moved-${at}`), { by: writer }))
            )
          }
        }
      )
  })
