import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { contentPath } from '../../../src/common/content/paths'
import { createImportClient } from '../../../src/common/api/client/importing'
import type { ImportState } from '../../../src/common/importing/shapes'
import { renderPage } from '../../../src/common/publishing/page'
import { pageOf } from '../documents'
import { timed } from '../measure'
import type { Row } from '../row'
import { withWorkspace } from '../workspace'

const ITEMS = 2000
const AT_ONCE = 6
const site = contentPath('/bench/site')
const decoder = new TextDecoder()

/** Two thousand things of a site on loopback: pages of 4 KB, sheets and pictures. */
export const importing: Row = {
  name: 'import',
  title: `an import of ${ITEMS.toLocaleString('en')} items from loopback`,
  run: async (place) => {
    const source = await serveSite()
    try {
      return await withWorkspace(join(place, 'workspace'), async ({ ask }) => {
        const imports = createImportClient({ fetch: ask })
        const until = async (name: string, state: ImportState) => {
          while ((await imports.read(site, name)).state !== state)
            await new Promise((resolve) => setTimeout(resolve, 20))
        }
        const gets = await timed(() => plainGets(source.addresses))
        const { name } = await imports.start(site, {
          source: { kind: 'list', text: source.addresses.join('\n') },
          ownNetwork: true
        })
        const check = await timed(async () => {
          await imports.act(site, name, 'check')
          await until(name, 'checked')
        })
        let run = 0
        const whole = await timed(async () => {
          run = await timed(async () => {
            await imports.act(site, name, 'run')
            for (
              let state: ImportState = 'running';
              state === 'running';
              { state } = await imports.read(site, name)
            )
              await new Promise((resolve) => setTimeout(resolve, 20))
          })
          await until(name, 'done')
        })
        const { counts } = await imports.read(site, name)
        if (counts.outcomes['created'] !== ITEMS || counts.differing > 0)
          throw new Error(`The import went wrong: ${JSON.stringify(counts)}`)
        const baseline = { what: `plain GETs of the same list, ${AT_ONCE} at a time`, took: value(gets) }
        return [
          { what: 'dry run', galley: value(check), baseline, budget: { kind: 'ratio', atMost: 4 } },
          {
            what: 'run: fetch, turn back, write durably',
            galley: value(run),
            baseline,
            budget: { kind: 'ratio', atMost: 8 }
          },
          {
            what: 'compare with the source afterwards',
            galley: value(whole - run),
            baseline,
            budget: { kind: 'ratio', atMost: 5 }
          }
        ]
      })
    } finally {
      await source.close()
    }
  }
}

const value = (ms: number) => ({ value: ms, unit: 'ms' }) as const

async function serveSite() {
  const bodies = new Map<string, { readonly type: string; readonly bytes: Buffer }>()
  for (let index = 0; index < ITEMS; index++) {
    const kind = index % 10
    if (kind === 8)
      bodies.set(`/data/s${index}.json`, {
        type: 'application/json',
        bytes: Buffer.from(
          JSON.stringify({ total: 1, offset: 0, limit: 1, data: [{ n: String(index) }], ':type': 'sheet' })
        )
      })
    else if (kind === 9)
      bodies.set(`/media/m${index}.png`, { type: 'image/png', bytes: Buffer.alloc(8192, index) })
    else
      bodies.set(`/docs/p${index}`, {
        type: 'text/html; charset=utf-8',
        bytes: Buffer.from(renderPage(textOf(index), { base: '', name: `p${index}` }))
      })
  }
  const server = createServer((asked, answer) => {
    const found = bodies.get(asked.url ?? '')
    if (!found) return void answer.writeHead(404).end()
    answer.writeHead(200, { 'Content-Type': found.type, 'Content-Length': found.bytes.length })
    answer.end(asked.method === 'HEAD' ? undefined : found.bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    addresses: [...bodies.keys()].map((path) => `http://127.0.0.1:${port}${path}`),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

const textOf = (index: number): string => {
  const page = pageOf(4096, index)
  return typeof page === 'string' ? page : decoder.decode(page)
}

async function plainGets(addresses: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const waiting = addresses[Symbol.iterator]()
  const worker = async () => {
    for (const address of waiting) {
      const [answer] = (await once(request(address, { agent }).end(), 'response')) as [NodeJS.ReadableStream]
      answer.resume()
      await once(answer, 'end')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  agent.destroy()
}
