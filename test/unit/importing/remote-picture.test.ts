import { afterEach, describe, expect, it } from 'vitest'
import { pictureTypeOf } from '../../../src/common/content/picture-type'
import { contentPath } from '../../../src/common/content/paths'
import { createImportClient } from '../../../src/common/api/client/importing'
import { trustOf } from '../../../src/main/trust'
import { openWorkspace } from '../../contract/in-process'
import { foreignSite, sends, type Answering } from '../../support/foreign-site'
import { fast } from './imports'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
const page = contentPath('/acme/web/docs/a.html')
const leadsTo =
  (location: string): Answering =>
  (_request, answer) =>
    void answer.writeHead(302, { Location: location }).end()

/** A workspace that fetches from a server of this machine, as its owner says. */
async function desk(paths: Readonly<Record<string, Answering>>, isTrusted = true) {
  const foreign = await foreignSite(paths)
  const trust = trustOf(isTrusted ? 'trusted' : 'restricted', { howTo: 'Trust it.' })
  const workspace = await openWorkspace({ importLimits: { ...fast, idleMs: 400, wholeMs: 3000 }, trust })
  opened.push(foreign, workspace)
  const client = createImportClient({
    fetch: (url, init) => workspace.service.fetch(new Request(`http://127.0.0.1${url}`, init), 'owner')
  })
  const { host } = new URL(foreign.origin)
  const fetched = (path: string, hosts: readonly string[] = [host], ownNetwork = true, of = page) =>
    client.picture(of, { url: foreign.origin + path, hosts: [...hosts], ...(ownNetwork && { ownNetwork }) })
  return { foreign, host, fetched }
}

describe('a picture of another server for a page', () => {
  it('VE29 comes as its bytes, and names nobody to that server', async () => {
    const { foreign, fetched } = await desk({ '/a.png': sends('text/html', png) })
    expect(Buffer.from(await fetched('/a.png')).equals(png)).toBe(true)
    const told = foreign.headers.get('GET /a.png') ?? {}
    expect(Object.keys(told)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(told.referer).toBeUndefined()
    expect(told.authorization).toBeUndefined()
  })

  it('VE29 is asked of nobody who was not named, also behind a redirect', async () => {
    const other = await foreignSite({ '/b.png': sends('image/png', png) })
    opened.push(other)
    const { foreign, host, fetched } = await desk({
      '/here.png': leadsTo('/a.png'),
      '/a.png': sends('image/png', png),
      '/there.png': leadsTo(`${other.origin}/b.png`)
    })
    await expect(fetched('/a.png', [])).rejects.toMatchObject({ reason: 'not-agreed', where: host })
    expect(foreign.log).toEqual([])
    expect((await fetched('/here.png')).length).toBe(png.length)
    const elsewhere = new URL(other.origin).host
    await expect(fetched('/there.png')).rejects.toMatchObject({ reason: 'not-agreed', where: elsewhere })
    expect(other.log).toEqual([])
    expect((await fetched('/there.png', [host, elsewhere])).length).toBe(png.length)
  })

  it('VE29 IM9 is asked of this computer and its network only when the owner says so', async () => {
    const { foreign, host, fetched } = await desk({ '/a.png': sends('image/png', png) })
    await expect(fetched('/a.png', [host], false)).rejects.toMatchObject({
      reason: 'own-network',
      where: host
    })
    expect(foreign.log).toEqual([])
  })

  it('VE29 T1 is asked of nobody by a workspace that is not trusted, nor for what is no page', async () => {
    const { foreign, fetched } = await desk({ '/a.png': sends('image/png', png) }, false)
    await expect(fetched('/a.png')).rejects.toMatchObject({ reason: 'untrusted' })
    const trusted = await desk({ '/a.png': sends('image/png', png) })
    const sheet = contentPath('/acme/web/a.json')
    await expect(trusted.fetched('/a.png', [trusted.host], true, sheet)).rejects.toMatchObject({
      reason: 'bad-request'
    })
    expect([...foreign.log, ...trusted.foreign.log]).toEqual([])
  })

  it('VE29 is refused with a sentence when it is none, too large, gone, or leads on without end', async () => {
    const huge = Buffer.alloc(26 * 1024 * 1024)
    png.copy(huge)
    const wide = Buffer.from(png)
    wide.writeUInt32BE(60_000, 16)
    wide.writeUInt32BE(60_000, 20)
    const { fetched } = await desk({
      '/page.png': sends('image/png', '<!doctype html><p>No</p>'),
      '/script.svg': sends('image/svg+xml', '<html><svg></svg></html>'),
      '/huge.png': sends('image/png', huge),
      '/wide.png': sends('image/png', wide),
      '/loop.png': leadsTo('/loop.png'),
      '/silent.png': () => undefined,
      '/stuck.png': (_request, answer) => void answer.writeHead(200).write(png),
      '/file.png': leadsTo('file:///etc/passwd')
    })
    await expect(fetched('/page.png')).rejects.toThrow(/is no picture that pages can show/)
    await expect(fetched('/script.svg')).rejects.toThrow(/is no picture/)
    await expect(fetched('/huge.png')).rejects.toMatchObject({ reason: 'too-large' })
    await expect(fetched('/wide.png')).rejects.toThrow(/60,000 × 60,000/)
    await expect(fetched('/gone.png')).rejects.toThrow(/no such address/)
    await expect(fetched('/loop.png')).rejects.toThrow(/without end/)
    await expect(fetched('/silent.png')).rejects.toThrow(/did not answer in time/)
    await expect(fetched('/stuck.png')).rejects.toThrow(/did not answer in time/)
    await expect(fetched('/file.png')).rejects.toMatchObject({ reason: 'forbidden' })
  })

  it('VE29 is known by its bytes', () => {
    const type = (text: string) => pictureTypeOf(Buffer.from(text, 'latin1'))
    expect(type('GIF89a')).toBe('image/gif')
    expect(type('\xff\xd8\xff\xe0')).toBe('image/jpeg')
    expect(type('RIFF....WEBPVP8 ')).toBe('image/webp')
    expect(type('\0\0\0 ftypavif')).toBe('image/avif')
    expect(type('<?xml version="1.0"?>\n<!-- x --><svg xmlns="a">')).toBe('image/svg+xml')
    expect(type('<svgx>')).toBeNull()
    expect(type('<p><svg>')).toBeNull()
  })
})
