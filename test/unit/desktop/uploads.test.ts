import { EventEmitter } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUploads, type Uploads } from '../../../src/main/desktop/uploads'
import { openWorkspace, type Workspace } from '../../contract/in-process'

const PATH = '/harbour/web/film.mp4'

let workspace: Workspace
let uploads: Uploads
beforeEach(async () => {
  workspace = await openWorkspace()
  uploads = createUploads((request) => workspace.service.fetch(request, 'owner'))
})
afterEach(() => workspace.close())

/** A window, of which only its page's end matters. */
const openWindow = () => ({ webContents: new EventEmitter() })

const stored = async (path = PATH) => {
  const answer = await workspace.service.fetch(new Request(`galley://app/source${path}`), 'owner')
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).toString() : null
}

/** Every file of the workspace, the service's own ones too. */
async function everyFile(): Promise<string[]> {
  const entries = await readdir(workspace.location, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
}

describe('files that come slice by slice', () => {
  it('S1 the slices are the file, in the order in which they came', async () => {
    const window = openWindow()
    const id = uploads.start(window, PATH, 9, false)
    for (const part of ['one', 'two', 'six'])
      expect(await uploads.slice(window, id, Buffer.from(part))).toBeNull()
    expect(await uploads.end(window, id)).toMatchObject({ status: 201 })
    expect(await stored()).toBe('onetwosix')
    await expect(uploads.end(window, id)).rejects.toMatchObject({ reason: 'not-found' })
  })

  it('S1 two files of one window do not mix', async () => {
    const window = openWindow()
    const other = '/harbour/web/other.mp4'
    const [first, second] = [uploads.start(window, PATH, 4, false), uploads.start(window, other, 4, false)]
    for (const part of ['ab', 'cd']) {
      await uploads.slice(window, first, Buffer.from(part))
      await uploads.slice(window, second, Buffer.from(part.toUpperCase()))
    }
    await Promise.all([uploads.end(window, first), uploads.end(window, second)])
    expect([await stored(), await stored(other)]).toEqual(['abcd', 'ABCD'])
  })

  it('S3 a file that has to be new is refused where one is, and that one stays', async () => {
    const window = openWindow()
    const send = async (content: string) => {
      const id = uploads.start(window, PATH, 3, true)
      const early = await uploads.slice(window, id, Buffer.from(content))
      return (early ?? (await uploads.end(window, id))).status
    }
    expect(await send('one')).toBe(201)
    expect(await send('two')).toBe(412)
    expect(await stored()).toBe('one')
  })

  it('S1 nothing of a cancelled file is kept', async () => {
    const before = await everyFile()
    const window = openWindow()
    const id = uploads.start(window, PATH, 9, false)
    await uploads.slice(window, id, Buffer.from('one'))
    await uploads.cancel(window, id)
    expect(await stored()).toBeNull()
    await expect(uploads.slice(window, id, Buffer.from('two'))).rejects.toMatchObject({ reason: 'not-found' })
    expect(await everyFile()).toEqual(before)
  })

  it('S1 a file that turns out shorter than it was told is not stored', async () => {
    const before = await everyFile()
    const window = openWindow()
    const id = uploads.start(window, PATH, 9, false)
    await uploads.slice(window, id, Buffer.from('one'))
    await expect(uploads.end(window, id)).rejects.toMatchObject({ reason: 'io-failed' })
    expect(await stored()).toBeNull()
    expect(await everyFile()).toEqual(before)
  })

  it('P1 another window can neither add to it, end it nor cancel it', async () => {
    const [window, stranger] = [openWindow(), openWindow()]
    const id = uploads.start(window, PATH, 3, false)
    await expect(uploads.slice(stranger, id, Buffer.from('bad'))).rejects.toMatchObject({
      reason: 'not-found'
    })
    await expect(uploads.end(stranger, id)).rejects.toMatchObject({ reason: 'not-found' })
    await uploads.cancel(stranger, id)
    await uploads.slice(window, id, Buffer.from('own'))
    await uploads.end(window, id)
    expect(await stored()).toBe('own')
  })

  it('P1 an id that nobody was given is refused', async () => {
    await expect(uploads.slice(openWindow(), 'x', Buffer.from('a'))).rejects.toMatchObject({
      reason: 'not-found'
    })
  })

  it.each(['render-process-gone', 'did-navigate', 'destroyed'])(
    'S1 a page that is gone (%s) leaves nothing behind',
    async (event) => {
      const [window, other] = [openWindow(), openWindow()]
      const kept = uploads.start(other, '/harbour/web/kept.mp4', 4, false)
      await uploads.slice(other, kept, Buffer.from('ke'))
      const before = (await everyFile()).length
      const id = uploads.start(window, PATH, 9, false)
      await uploads.slice(window, id, Buffer.from('one'))
      window.webContents.emit(event)
      await expect(uploads.slice(window, id, Buffer.from('two'))).rejects.toMatchObject({
        reason: 'not-found'
      })
      await vi.waitFor(async () => expect((await everyFile()).length).toBe(before))
      await uploads.slice(other, kept, Buffer.from('pt'))
      expect(await uploads.end(other, kept)).toMatchObject({ status: 201 })
      expect(await stored()).toBeNull()
    }
  )

  it('S1 the answer of a service that wants no more is told with the slice, and the upload is over', async () => {
    const full = createUploads(() => Promise.resolve(new Response('{"error":"disk-full"}', { status: 507 })))
    const window = openWindow()
    const id = full.start(window, PATH, 9, false)
    const answer = await full.slice(window, id, Buffer.from('one'))
    expect(answer).toEqual({ status: 507, body: '{"error":"disk-full"}' })
    await expect(full.slice(window, id, Buffer.from('two'))).rejects.toMatchObject({ reason: 'not-found' })
  })

  it('S1 what the service refuses is told, and not stored', async () => {
    const window = openWindow()
    const id = uploads.start(window, '/harbour', 3, false)
    const early = await uploads.slice(window, id, Buffer.from('one'))
    const answer = early ?? (await uploads.end(window, id))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await stored('/harbour')).toBeNull()
  })
})
