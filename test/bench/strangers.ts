import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { bodyOf, pageOf } from './documents'
import type { Bench } from './workspace'
import { withWorkspace } from './workspace'

/**
 * A fresh process: requests and contents of strangers that are made to hold a service up, one kind after another, while somebody else
 * saves and reads a page. Says for each kind how long whoever asks at any moment waits, and how much memory the process took.
 */
const SITE = '/bench/site'
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

type Ask = Bench['ask']
/** What a stranger does. Its contents are made before anything is measured. */
interface Kind {
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

const kinds: readonly Kind[] = [
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
          { path: 'CONFIG', groups: 'bench@localhost', actions: 'write' },
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
  }
]

const result = await withWorkspace(process.argv[2] ?? '', async (bench) => {
  const found: ({ readonly what: string } & Awaited<ReturnType<typeof beside>>)[] = []
  for (const kind of kinds) {
    found.push({ what: kind.what, ...(await beside(bench, kind)) })
  }
  return { found, megabytes: process.resourceUsage().maxRSS / 1024 }
})
process.stdout.write(JSON.stringify(result))

/** Runs the work of a stranger while somebody saves and reads. */
async function beside(bench: Bench, { make, run }: Kind) {
  const contents = make?.() ?? {}
  const start = performance.now()
  const loop = watchLoop()
  let ended = false
  let saves = 0
  const other = (async () => {
    for (; !ended; saves += 1) {
      const body = new Uint8Array(pageOf(2048, saves))
      await bodyOf(await bench.ask(`/source${SITE}/other.html`, { method: 'PUT', body }))
      await bodyOf(await bench.ask(`/source${SITE}/other.html`))
      await setTimeout(5)
    }
  })()
  try {
    await run(bench.ask, contents)
    await setTimeout(200)
  } finally {
    ended = true
    await other
  }
  return { waits: loop.end(), saves, seconds: (performance.now() - start) / 1000 }
}

interface Waits {
  readonly median: number
  readonly p95: number
  readonly p99: number
  readonly most: number
}

/**
 * How long somebody who asks at a moment chosen at random waits for the loop, in milliseconds: a turn of two seconds counts as the two
 * seconds that it is, not as one turn among thousands.
 */
function watchLoop(): { end: () => Waits } {
  const turns: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    turns.push(now - last)
    last = now
  }, 1)
  const longest = monitorEventLoopDelay({ resolution: 1 })
  longest.enable()
  return {
    end: () => {
      clearInterval(timer)
      longest.disable()
      const all = turns.reduce((sum, turn) => sum + turn, 0)
      const longer = (wait: number) => turns.reduce((sum, turn) => sum + Math.max(0, turn - wait), 0) / all
      const quantile = (share: number) => {
        let [low, high] = [0, Math.max(...turns)]
        for (let step = 0; step < 40; step += 1) {
          const middle = (low + high) / 2
          if (longer(middle) > 1 - share) low = middle
          else high = middle
        }
        return high
      }
      return {
        median: quantile(0.5),
        p95: quantile(0.95),
        p99: quantile(0.99),
        most: longest.max / 1e6
      }
    }
  }
}
