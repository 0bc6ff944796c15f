import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { contentPath } from '../../../src/common/content/paths'
import { bodyOf, pageOf, writer } from '../documents'
import { interleaved } from '../measure'
import type { Row } from '../row'
import { withWorkspace } from '../workspace'

const RUNS = 4000

/** Reading one page, as a window of the app does. */
export const read: Row = {
  name: 'read',
  title: 'read of 2 KB and of 200 KB',
  run: (place) =>
    withWorkspace(join(place, 'workspace'), async ({ store, ask }) => {
      const empty = new Hono().get('/empty', (context) => context.body(null, 204))
      const measured = async (bytes: number, runs: number) => {
        const file = join(place, `bare-${bytes}.html`)
        const page = pageOf(bytes, 1)
        await writeFile(file, page)
        await store.write(contentPath(`/bench/site/page-${bytes}.html`), page, { by: writer })
        return interleaved(runs, {
          galley: async () => bodyOf(await ask(`/source/bench/site/page-${bytes}.html`)),
          baseline: async () => {
            await readFile(file)
            await bodyOf(await empty.fetch(new Request('http://127.0.0.1/empty')))
          }
        })
      }
      const what = 'fs.readFile + the framework’s empty answer'
      const small = await measured(2048, RUNS)
      const large = await measured(200 * 1024, RUNS / 4)
      return [
        {
          what: 'GET, 2 KB',
          galley: small.galley,
          baseline: { what, took: small.baseline },
          budget: { kind: 'ratio', atMost: 2 }
        },
        {
          what: 'GET, 200 KB',
          galley: large.galley,
          baseline: { what, took: large.baseline },
          budget: { kind: 'ratio', atMost: 2 }
        }
      ]
    })
}
