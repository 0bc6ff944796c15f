import { setTimeout } from 'node:timers/promises'
import { createImportClient } from '../../src/common/api/client/importing'
import { contentPath } from '../../src/common/content/paths'
import type { ImportState } from '../../src/common/importing/shapes'
import { bodyOf, writer } from './documents'

/** Where strangers send theirs. */
export const SITE = '/bench/site'
const BROUGHT = contentPath('/bench/brought')
const text = (value: string) => new TextEncoder().encode(value)
const json = (value: unknown) => text(JSON.stringify(value))
const sheet = (data: readonly unknown[]) => ({
  ':type': 'sheet',
  ':sheetname': 'data',
  total: data.length,
  limit: data.length,
  offset: 0,
  data
})
const rows = (count: number, row: (at: number) => object) => Array.from({ length: count }, (_, at) => row(at))
const paragraph = '<p>An ordinary paragraph of a long page, with <a href="/harbour">a link</a> in it.</p>'
const page = (inner: string) =>
  `<body><header></header><main><div>${inner}</div></main><footer></footer></body>`
const indexOf = (properties: string) =>
  `version: 1\nindices:\n  all:\n    target: /all.json\n    properties:\n${properties}`

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Requests and contents that are made to hold a service up. The contents are made before anything is measured. */
export interface Kind {
  readonly what: string
  readonly make?: () => Record<string, Uint8Array>
  readonly run: (ask: Ask, contents: Record<string, Uint8Array>) => Promise<void>
}

const put = (ask: Ask, path: string, body: Uint8Array) =>
  heard(ask(`/source${SITE}${path}`, { method: 'PUT', body: new Uint8Array(body) }))
const publish = (ask: Ask, path: string) => heard(ask(`/publish/live${SITE}/main${path}`, { method: 'POST' }))
/** Whatever the answer is: many of these are refused, and are to be. */
const heard = async (answer: Promise<Response>) => {
  await (await answer).arrayBuffer()
}
/** Each file is saved, and published when asked. */
const bring = async (ask: Ask, contents: Record<string, Uint8Array>) => {
  for (const [path, bytes] of Object.entries(contents)) await put(ask, path, bytes)
}
const times = async (count: number, work: (round: number) => Promise<void>) => {
  for (let round = 0; round < count; round += 1) await work(round)
}

export const kinds: readonly Kind[] = [
  {
    what: 'a sheet of 60 MB saved, published, and a few rows of it',
    make: () => ({
      '/large.json': json(
        sheet(rows(560_000, (at) => ({ Name: `Name ${at}`, Number: String(at), Text: 'x'.repeat(60) })))
      )
    }),
    async run(ask, contents) {
      await bring(ask, contents)
      await publish(ask, '/large.json')
      for (const offset of [0, 7, 300_000])
        await heard(ask(`/sites/live${SITE}/large.json?limit=1&offset=${offset}`))
    }
  },
  {
    what: 'an ordinary page of 5 MB saved, published, read',
    make: () => ({ '/book.html': text(page(paragraph.repeat(60_000))) }),
    async run(ask, contents) {
      await bring(ask, contents)
      await bodyOf(await ask(`/publish/live${SITE}/main/book`, { method: 'POST' }))
      await bodyOf(await ask(`/sites/live${SITE}/book`))
    }
  },
  {
    what: 'tags that a parser repeats without end',
    make: () => ({
      '/bomb.html': text(page(Array.from({ length: 2_000 }, (_, at) => `<p><b a${at}>`).join('')))
    }),
    async run(ask, contents) {
      await bring(ask, contents)
      await publish(ask, '/bomb')
    }
  },
  {
    what: 'JSON of 60 MB of brackets in each other',
    make: () => ({
      '/deep.json': text(`{":type":"x","a":${'['.repeat(30_000_000)}${']'.repeat(30_000_000)}}`)
    }),
    async run(ask, contents) {
      await bring(ask, contents)
      await publish(ask, '/deep.json')
    }
  },
  {
    what: 'index definitions of 60,000 keys and of 18,000 aliases',
    make: () => ({
      keys: text(indexOf(Array.from({ length: 60_000 }, (_, at) => `      p${at}: {}\n`).join(''))),
      aliases: text(`a: &a 1\nb: [${'*a,'.repeat(18_000)}*a]\n`)
    }),
    async run(ask, contents) {
      for (const definition of Object.values(contents)) {
        await put(ask, '/helix-query.yaml', definition)
        await heard(ask(`/publish/index${SITE}/main`))
      }
    }
  },
  {
    what: 'a pattern of an index that never ends',
    make: () => ({
      '/helix-query.yaml': text(
        indexOf(`      p: {select: main p, value: 'match(textContent(el), "^(a+)+$")'}\n`)
      ),
      '/a.html': text(page(`<p>${'a'.repeat(60)}!</p>`))
    }),
    async run(ask, contents) {
      await bring(ask, contents)
      await publish(ask, '/a')
      await setTimeout(3_000)
    }
  },
  {
    what: 'a status job of 10,000 paths',
    make: () => ({
      paths: json({
        paths: Array.from({ length: 10_000 }, (_, at) => `/none-${at}`),
        pathsOnly: true,
        select: ['live', 'preview']
      })
    }),
    async run(ask, { paths }) {
      const body = new TextDecoder().decode(paths)
      await heard(ask(`/publish/status${SITE}/main/*`, { method: 'POST', body }))
      await setTimeout(2_000)
    }
  },
  {
    what: 'permissions of 20,000 rows, saved, and 20 lists',
    make: () => ({
      config: json({
        ':version': 3,
        ':type': 'multi-sheet',
        ':names': ['permissions'],
        permissions: sheet([
          { path: 'CONFIG', groups: writer.email, actions: 'write' },
          { path: '/+**', groups: writer.email, actions: 'write' },
          ...rows(20_000, (at) => ({
            path: `/site/${at}/+**`,
            groups: `p${at}@example.com`,
            actions: 'write'
          }))
        ])
      })
    }),
    async run(ask, { config }) {
      const body = new FormData()
      body.append('config', new TextDecoder().decode(config))
      await bodyOf(await ask('/config/bench', { method: 'POST', body }))
      await times(20, () => heard(ask(`/list${SITE}`)))
    }
  },
  {
    what: 'a metadata sheet with a pattern of 6 MB, and 20 pages',
    make: () => ({
      '/metadata.json': json(sheet([{ URL: `/${'*a'.repeat(3_000_000)}`, title: 'x' }])),
      '/b.html': text(page('<p>b</p>'))
    }),
    async run(ask, contents) {
      await bring(ask, contents)
      await publish(ask, '/metadata.json')
      await publish(ask, '/b')
      await times(20, () => heard(ask(`/sites/live${SITE}/b`)))
    }
  },
  {
    what: '20 queries with 1,300 sheets',
    run: (ask) => times(20, () => heard(ask(`/sites/live${SITE}/large.json?${'sheet=data&'.repeat(1_300)}`)))
  },
  {
    what: 'an import of that page and that sheet: check, run, comparison',
    async run(ask) {
      // this service itself is what everybody may import from
      const { origin } = new URL((await ask(`/list${SITE}`)).url)
      const imports = createImportClient({ fetch: ask })
      const until = async (name: string, state: ImportState) => {
        for (;;) {
          const now = await imports.read(BROUGHT, name)
          if (now.state === state) return now
          if (now.state === 'failed') throw new Error(`The import failed: ${now.error}`)
          await setTimeout(100)
        }
      }
      const { name } = await imports.start(BROUGHT, {
        source: {
          kind: 'list',
          text: ['book', 'large.json'].map((path) => `${origin}/sites/live${SITE}/${path}`).join('\n')
        }
      })
      await imports.act(BROUGHT, name, 'check')
      await until(name, 'checked')
      await imports.act(BROUGHT, name, 'run')
      const { counts } = await until(name, 'done')
      if (counts.outcomes['created'] !== 2)
        throw new Error(`The import went wrong: ${JSON.stringify(counts)}`)
    }
  }
]
