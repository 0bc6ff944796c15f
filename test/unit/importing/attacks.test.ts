import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { parseList } from '../../../src/common/importing/list'
import { GalleyError } from '../../../src/common/errors'
import type { ImportRequest } from '../../../src/common/importing/shapes'
import { foreignSite, pageOf, sends, type ForeignSite } from '../../support/foreign-site'
import { byPath, checked, fast, noKeychain, openDesk, ran, settled, site } from './imports'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
const open = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const one = await opening
  opened.push(one)
  return one
}
const listOf = ({ origin }: ForeignSite, paths: readonly string[]): ImportRequest['source'] => ({
  kind: 'list',
  text: paths.map((path) => origin + path).join('\n')
})
const sheetOf = (value: string) => `{"total":1,"offset":0,"limit":1,":type":"sheet","data":[{"a":${value}}]}`

describe('what an evil site answers', () => {
  it('IM9 pages and sheets that are nested without end, or grow when they are read, are left out, and all others come', async () => {
    const nested = '['.repeat(20_000) + ']'.repeat(20_000)
    const growing =
      '<p>' + Array.from({ length: 400 }, (_, index) => `<b a=${index}>`).join('') + '<p>x'.repeat(2000)
    const foreign = await open(
      foreignSite({
        '/nested.json': sends('application/json', sheetOf(nested)),
        '/fine.json': sends('application/json', sheetOf('"[[["')),
        '/nested': pageOf('<div>'.repeat(60_000)),
        '/growing': sends('text/html', gzipSync(`<main>${growing}</main>`), { 'Content-Encoding': 'gzip' }),
        '/fine': pageOf('<div><p>fine</p></div>'.repeat(600))
      })
    )
    const desk = await open(openDesk())
    const paths = ['/nested.json', '/fine.json', '/nested', '/growing', '/fine']
    const { job } = await checked(desk, listOf(foreign, paths))
    const done = await ran(desk, job.name)
    expect(done.job).toMatchObject({ state: 'done', counts: { verdicts: { no: 3, new: 2 }, differing: 0 } })
    for (const path of ['/nested.json', '/nested'])
      expect(byPath(done.items, path).check, path).toMatchObject({
        verdict: 'no',
        why: 'size',
        detail: expect.stringContaining('levels of nesting') as string
      })
    expect(byPath(done.items, '/growing').check).toMatchObject({
      verdict: 'no',
      detail: expect.stringContaining('formatting that is never closed') as string
    })
  })

  it('IM9 a site token is for one host: a list of several is refused with it, and none gets one that was given for another', async () => {
    const mine = await open(foreignSite({ '/a': pageOf('<div><p>a</p></div>') }))
    const other = await open(foreignSite({ '/b': pageOf('<div><p>b</p></div>') }))
    const desk = await open(openDesk())
    const both = `${mine.origin}/a\n${other.origin}/b`
    const start = desk.imports.start(site, { source: { kind: 'list', text: both, siteToken: 'open sesame' } })
    await expect(start).rejects.toMatchObject({
      reason: 'bad-request',
      message: expect.stringContaining('2 hosts') as string
    })
    // known from now on, as the token of the first host
    await checked(desk, { kind: 'list', text: `${mine.origin}/a`, siteToken: 'open sesame' })
    const { job } = await checked(desk, { kind: 'list', text: both })
    expect(job.counts.verdicts).toEqual({ new: 2 })
    const tokens = ({ headers }: ForeignSite) =>
      [...headers.values()].map(({ authorization }) => authorization)
    expect(tokens(mine)).toContain('token open sesame')
    expect(tokens(other).filter((token) => token !== undefined)).toEqual([])
  })

  it('IM7 IM9 what keeps a step from beginning is told with its reason', async () => {
    const mine = await open(foreignSite({ '/a': pageOf('<div><p>a</p></div>') }))
    const keeper = noKeychain()
    const locked = new GalleyError('io-failed', 'The keychain is locked.')
    const desk = await open(openDesk(fast, undefined, { ...keeper, read: () => Promise.reject(locked) }))
    const source = { kind: 'list', text: `${mine.origin}/a`, siteToken: 'open sesame' } as const
    const { name } = await desk.imports.start(site, { source })
    await desk.imports.act(site, name, 'check')
    expect(await settled(desk, name)).toMatchObject({ state: 'failed', error: 'The keychain is locked.' })
  })

  it('IM4 N5 the check tells names that differ only by case, in the list and from what is there, and files where folders must be', async () => {
    const page = pageOf('<div><p>x</p></div>')
    const sheet = sends('application/json', sheetOf('"x"'))
    const foreign = await open(
      foreignSite({
        '/docs/a': page,
        '/Docs/b': page,
        '/docs/c': page,
        '/here': page,
        '/fold/n': page,
        '/x.json': sheet,
        '/x.json/y': page
      })
    )
    const desk = await open(openDesk())
    await desk.send('PUT', '/source/acme/web/HERE.html', '<main><div>9</div></main>')
    await desk.send('PUT', '/source/acme/web/FOLD/z.html', '<main><div>9</div></main>')
    const paths = ['/docs/a', '/Docs/b', '/docs/c', '/here', '/fold/n', '/x.json', '/x.json/y']
    const { job, items } = await checked(desk, listOf(foreign, paths))
    expect(items.map(({ check }) => check?.why ?? check?.verdict)).toEqual([
      'new',
      'twice',
      'new',
      'name',
      'name',
      'new',
      'twice'
    ])
    expect(byPath(items, '/here').check?.detail).toContain('“HERE.html”')
    expect(byPath(items, '/x.json/y').check?.detail).toContain('as a file')
    const done = await ran(desk, job.name)
    expect(done.job.counts.outcomes).toEqual({ created: 3 })
  })

  it('IM1 a sitemap of blanks is read at once', () => {
    const text = `<urlset><loc>${' '.repeat(400_000)}<loc>https://a.example/x</loc></urlset>`
    expect(parseList(text, null).addresses).toEqual(['https://a.example/x'])
  })
})
