import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { bareSave } from '../bare-save'
import { bodyOf, inParallel, pageOf, writer } from '../documents'
import { interleaved } from '../measure'
import type { Finding, Row } from '../row'
import { withWorkspace } from '../workspace'

const RUNS = 300
const PAGE = '/bench/site/page.html'
const html = { 'content-type': 'text/html' }

/** The other calls of the authoring service, for comparison; the budgets are those of the rows of their own. */
export const service: Row = {
  name: 'service',
  title: 'service',
  run: (place) =>
    withWorkspace(join(place, 'workspace'), async ({ store, ask }) => {
      const bare = join(place, 'bare')
      await mkdir(bare)
      let number = 0
      const next = () => new Uint8Array(pageOf(2048, (number += 1)))
      const compare = async (
        what: string,
        galley: () => Promise<unknown>,
        baseline: () => Promise<unknown>,
        baselineName: string
      ): Promise<Finding> => {
        const took = await interleaved(RUNS, { galley, baseline })
        const beside = { what: baselineName, took: took.baseline }
        return { what, galley: took.galley, baseline: beside, budget: { kind: 'none' } }
      }
      const durable = 'write + fsync + rename + fsync of the folder'
      const send = async (path: string, init: RequestInit) => bodyOf(await ask(path, init))
      const read = async (path: string) => bodyOf(await ask(path))

      const created = await compare(
        'PUT of a new page, 2 KB',
        () =>
          send(`/source/bench/site/new/page-${number}.html`, { method: 'PUT', headers: html, body: next() }),
        () => bareSave(join(bare, `page-${number}.html`), next()),
        durable
      )
      await send(`/source${PAGE}`, { method: 'PUT', headers: html, body: next() })
      const labelled = await compare(
        'POST of a version with a label',
        () =>
          send(`/versionsource${PAGE}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ label: `Label ${(number += 1)}` })
          }),
        () => bareSave(join(bare, 'label.json'), next()),
        durable
      )

      const hundred = contentPath('/bench/site/hundred.html')
      for (let index = 0; index <= 100; index += 1) await store.write(hundred, next(), { by: writer })
      const list = await read(`/versionlist${hundred}`)
      const listed = await compare(
        'GET of the list of 100 versions',
        () => read(`/versionlist${hundred}`),
        () => Promise.resolve(JSON.stringify(JSON.parse(new TextDecoder().decode(list)))),
        'the same JSON parsed and written'
      )

      await inParallel(500, 16, (index) =>
        store.write(contentPath(`/bench/site/many/page-${index}.html`), pageOf(512, index), { by: writer })
      )
      const disk = join(place, 'workspace/content/bench/site/many')
      const folder = await compare(
        'GET of the list of 500 entries',
        () => read('/list/bench/site/many'),
        async () => Promise.all((await readdir(disk)).map((name) => stat(join(disk, name)))),
        'readdir + stat of each'
      )

      const config = () => {
        const form = new FormData()
        const data = [{ key: 'number', value: String((number += 1)) }]
        form.set('config', JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, data }))
        return form
      }
      const configured = await compare(
        'POST of a config',
        () => send('/config/bench/site', { method: 'POST', body: config() }),
        () => bareSave(join(bare, 'config.json'), next()),
        durable
      )
      const configRead = await compare(
        'GET of a config',
        () => read('/config/bench/site'),
        () => readFile(join(bare, 'config.json')),
        'fs.readFile'
      )
      return [created, labelled, listed, folder, configured, configRead]
    })
}
