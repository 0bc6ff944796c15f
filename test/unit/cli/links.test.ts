import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { openStore } from '../../../src/main/store'
import type { CliProgram } from '../../support/cli-program'
import { buildCli, runCli } from '../../support/cli-program'

let cli: CliProgram
let data: string
const by = { email: 'maria@example.com' }
const at = (name: string) => contentPath(`/harbour/web/${name}`)
const page = (body: string) => `<body><main><div>\n${body}\n</div></main></body>`

const stored = async (name: string) => {
  const store = await openStore({ folder: data, watch: false })
  const found = await store.read(at(name))
  await store.close()
  return found && new TextDecoder().decode(found.bytes)
}

beforeAll(async () => {
  cli = await buildCli()
  data = await mkdtemp(join(tmpdir(), 'galley-cli-links-'))
  const store = await openStore({ folder: data, watch: false })
  const write = (name: string, text: string) => store.write(at(name), new TextEncoder().encode(text), { by })
  await write('index.html', page('<a href="/tides">t</a><a href="/gone/quay">q</a><a href="/nothing">n</a>'))
  await write('tides.html', page('<a href="/">home</a><a href="https://example.com/tides">far</a>'))
  await write('places/quay.html', page('<a href="../tides#now">t</a>'))
  await store.close()
})
afterAll(() => rm(data, { recursive: true, force: true }))

const run = (...args: string[]) => runCli(cli, [args[0] ?? '', '--data', data, ...args.slice(1)])

it('L9 tells what links to a file and what it links to, for people and for programs', async () => {
  const { code, out } = await run('links', '/harbour/web/tides.html')
  expect([code, out.trim().split('\n')]).toEqual([
    0,
    [
      'in\t/harbour/web/index.html:2\t/tides',
      'in\t/harbour/web/places/quay.html:2\t../tides#now',
      'out\tok\t2\t/\t/harbour/web/index.html',
      'out\telsewhere\t2\thttps://example.com/tides'
    ]
  ])
  const json: unknown = JSON.parse((await run('links', '/harbour/web/tides.html', '--json')).out)
  expect(json).toMatchObject({
    in: [{ line: 2, column: 10 }, {}],
    out: [{ state: 'ok' }, { state: 'elsewhere' }]
  })
})

it('L9 lists the broken links of a site with what mends them, and ends with 2', async () => {
  const { code, out, err } = await run('links', '--broken', '/harbour/web')
  expect([code, out.trim().split('\n')]).toEqual([
    2,
    [
      'broken\t/harbour/web/index.html:2\t/gone/quay\t/places/quay',
      'broken\t/harbour/web/index.html:2\t/nothing',
      'anchor\t/harbour/web/places/quay.html:2\t../tides#now'
    ]
  ])
  expect(err).toContain('3 broken links')
})

it('L9 LK13 lists the links of a site to other hosts', async () => {
  const { code, out, err } = await run('links', '--external', '/harbour/web')
  expect([code, out]).toEqual([0, 'example.com\t/harbour/web/tides.html:2\thttps://example.com/tides\n'])
  expect(err).toContain('1 links to 1 other hosts')
  const json: unknown = JSON.parse((await run('links', '--external', '/harbour/web', '--json')).out)
  expect(json).toMatchObject({
    hosts: [{ host: 'example.com', addresses: 1, links: 1 }],
    links: [{ line: 2 }]
  })
})

it('L5 L9 refuses what is no place, with one line and nothing changed', async () => {
  for (const args of [
    ['links'],
    ['links', '/harbour'],
    ['links', '--broken', '/harbour/web/tides.html'],
    ['links', '--broken', '--external', '/harbour/web'],
    ['move', '/harbour/web/tides.html'],
    ['move', '--dry-run', '/harbour/web/tides.html', '/harbour/web/a.html']
  ])
    expect((await run(...args)).code, args.join(' ')).toBe(2)
  const missing = await run('links', '/harbour/web/none.html')
  expect([missing.code, missing.err.trim().split('\n').at(-1)]).toEqual([1, 'galley: There is no such file.'])
})

it('L9 moves with every link, after it has told what it would write', async () => {
  const dry = await run(
    'move',
    '--links',
    '--dry-run',
    '/harbour/web/tides.html',
    '/harbour/web/sea/tides.html'
  )
  expect(dry.out.trim().split('\n')).toEqual([
    '/harbour/web/index.html:2\t/tides\t/sea/tides',
    '/harbour/web/places/quay.html:2\t../tides#now\t../sea/tides#now'
  ])
  expect(await stored('index.html')).toContain('"/tides"')
  const done = await run('move', '--links', '/harbour/web/tides.html', '/harbour/web/sea/tides.html')
  expect([done.code, done.out]).toEqual([0, dry.out])
  expect(await stored('index.html')).toContain('"/sea/tides"')
  expect(await stored('places/quay.html')).toContain('"../sea/tides#now"')
  expect(await stored('sea/tides.html')).toBe(
    page('<a href="/">home</a><a href="https://example.com/tides">far</a>')
  )
  await run('move', '/harbour/web/sea/tides.html', '/harbour/web/back.html')
  expect(await stored('index.html')).toContain('"/sea/tides"')
})
