import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { bareSave } from '../bare-save'
import { bodyOf, pageOf, writer } from '../documents'
import { interleaved } from '../measure'
import type { Row } from '../row'
import { withWorkspace } from '../workspace'

const BYTES = 2048
const RUNS = 600

/** A save that replaces a page, and keeps what it replaces as a version. */
export const save: Row = {
  name: 'save',
  title: 'durable save of 2 KB with its automatic version',
  run: (place) =>
    withWorkspace(join(place, 'workspace'), async ({ store, ask }) => {
      const bare = join(place, 'bare')
      await mkdir(bare)
      let number = 0
      const next = () => pageOf(BYTES, (number += 1))
      const baseline = () => bareSave(join(bare, 'page.html'), next())

      const path = contentPath('/bench/site/stored.html')
      await store.write(path, next(), { by: writer })
      const stored = await interleaved(RUNS, {
        galley: () => store.write(path, next(), { by: writer }),
        baseline
      })

      const put = async () =>
        bodyOf(
          await ask('/source/bench/site/served.html', {
            method: 'PUT',
            headers: { 'content-type': 'text/html' },
            body: new Uint8Array(next())
          })
        )
      await put()
      const served = await interleaved(RUNS, { galley: put, baseline })

      const bareName = 'write + fsync + rename + fsync of the folder'
      return [
        { what: 'in the store', ...compared(stored, bareName) },
        { what: 'through the service (PUT)', ...compared(served, bareName) }
      ]
    })
}

const compared = ({ galley, baseline }: Awaited<ReturnType<typeof interleaved>>, what: string) => ({
  galley,
  baseline: { what, took: baseline },
  budget: { kind: 'ratio', atMost: 3 } as const
})
