import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../src/common/api/client'
import { contentPath } from '../../../src/common/content/paths'
import type { GalleyError } from '../../../src/common/errors'
import type { HttpWorkspace } from '../../contract/over-http'
import { makeToken, openHttp } from '../../contract/over-http'

let http: HttpWorkspace
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  http = await openHttp()
  client = createClient({ base: http.server.origin, token: await makeToken(http.location) })
})
afterAll(() => http.close())

const site = contentPath('/org/my site')
const path = contentPath('/org/my site/größe 100%.html')
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: GalleyError) => error
  )

describe('the typed client', () => {
  it('S1 writes, reads and tells what the service tells', async () => {
    const made = await client.write(path, '\ufeff<p>größe</p>')
    expect(made.created).toBe(true)
    const read = await client.read(path)
    expect(read).toMatchObject({
      path,
      type: 'text/html',
      etag: made.etag,
      fileId: made.fileId,
      modifiedBy: { email: 'maria@example.com' }
    })
    expect(read.text).toBe('\ufeff<p>größe</p>')
    expect(read.size).toBe(read.bytes.length)
    expect(await client.head(path)).toMatchObject({
      etag: made.etag,
      size: read.size,
      lastModified: read.lastModified
    })
    expect((await client.list(site)).map((item) => item.path)).toEqual([path])
  })

  it('S1 saves an empty file', async () => {
    const empty = contentPath('/org/my site/empty.json')
    await client.write(empty, '')
    expect((await client.read(empty)).bytes).toHaveLength(0)
  })

  it('S3 a refused save is a GalleyError with the service’s reason and sentence', async () => {
    const error = await failure(client.write(path, 'x', { ifMatch: '"old"' }))
    expect(error).toMatchObject({ name: 'GalleyError', reason: 'precondition-failed' })
    expect(error.message).toContain('changed meanwhile')
    expect(await failure(client.head(contentPath('/org/my site/none.html')))).toMatchObject({
      reason: 'not-found'
    })
    expect(await failure(client.read(contentPath('/org/my site/none.html')))).toMatchObject({
      reason: 'not-found'
    })
  })

  it('X1 a refusal keeps the pattern of its sentence, and what it says', async () => {
    const { message, said } = await failure(client.createVersion(path, 'x'.repeat(300)))
    expect(said).toEqual({
      pattern: 'The label {problem}. It has 1 to 200 characters.',
      params: { problem: 'has more than 200 characters' },
      text: message
    })
    expect(message).toBe('The label has more than 200 characters. It has 1 to 200 characters.')
  })

  it('V1 labels, lists and reads versions', async () => {
    await client.createVersion(path, 'Before “launch”')
    await client.createVersion(path)
    const [unlabelled, labelled] = await client.versions(path)
    expect([unlabelled?.label, labelled?.label]).toEqual([undefined, 'Before “launch”'])
    expect((await client.readVersion(labelled?.url ?? '')).text).toBe('\ufeff<p>größe</p>')
    expect(await failure(client.readVersion('/versionsource/org/x/y.html'))).toMatchObject({
      reason: 'forbidden'
    })
  })

  it('S4 S5 moves, copies, deletes and undoes', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => contentPath(`/org/other/${name} ü.html`))
    if (!a || !b || !c) throw new Error('three paths')
    await client.write(a, 'x')
    expect(await client.move(a, b)).toEqual({ files: 1, path: b })
    await client.copy(b, c)
    expect(await failure(client.copy(b, c))).toMatchObject({ reason: 'exists' })
    await client.copy(b, c, { overwrite: true })
    const id = await client.remove(b)
    expect((await client.trash(contentPath('/org/other'))).map((item) => item.id)).toContain(id)
    expect(await client.restoreFromTrash(contentPath('/org/other'), id)).toBe(b)
    const again = await client.remove(b)
    await client.deleteFromTrash(contentPath('/org/other'), again)
    expect(await failure(client.restoreFromTrash(contentPath('/org/other'), again))).toMatchObject({
      reason: 'not-found'
    })
    expect(await client.createFolder(contentPath('/org/other/folder'))).toBe(true)
    expect(await client.createFolder(contentPath('/org/other/folder'))).toBe(false)
  })

  it('A2 without a good token it is unauthenticated, with a sentence of its own', async () => {
    const stranger = createClient({ base: http.server.origin, token: 'nope' })
    const error = await failure(stranger.list(site))
    expect(error.reason).toBe('unauthenticated')
    expect(error.message.length).toBeGreaterThan(10)
  })

  it('N2 an answer that is none of ours is a GalleyError, not a crash', async () => {
    for (const body of ['{}', '[{}]', '[1]', '"x"', 'null', '<html>']) {
      const stranger = createClient({ fetch: () => Promise.resolve(new Response(body)) })
      for (const call of [
        stranger.list(site),
        stranger.versions(path),
        stranger.workspace(),
        stranger.trash(site)
      ]) {
        expect((await failure(call)).name, body).toBe('GalleyError')
      }
    }
    const proxy = createClient({
      fetch: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    })
    expect(await failure(proxy.list(site))).toMatchObject({ reason: 'internal' })
  })

  it('N2 no answer is unreachable, a given-up call cancelled', async () => {
    const nobody = createClient({ base: 'http://127.0.0.1:9' })
    expect(await failure(nobody.list(site))).toMatchObject({ reason: 'unreachable' })
    const stop = AbortSignal.abort()
    expect(await failure(client.read(path, { signal: stop }))).toMatchObject({ reason: 'cancelled' })
    // a request that the system ended: nobody cancelled anything
    const ended = createClient({
      fetch: () => Promise.reject(new DOMException('The operation was aborted.', 'AbortError'))
    })
    expect(await failure(ended.list(site))).toMatchObject({ reason: 'unreachable' })
  })
})
