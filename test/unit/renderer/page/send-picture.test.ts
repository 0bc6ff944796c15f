// @vitest-environment node
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath, type ContentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { sendPicture } from '../../../../src/renderer/src/features/page/images/send-picture'

const home = contentPath('/harbour/web/.home')
const pier = contentPath('/harbour/web/.pier')

/** What the service stores, and how it answers to one upload after the other. */
let files: Map<string, string>
/** Run before an upload is judged. */
let meanwhile: () => void
let refusal: { status: number; body: string } | null
const removed: string[] = []

const sha = (text: string) => createHash('sha256').update(text).digest('hex')

/** The part of a browser's uploads that is needed: a PUT that is refused where it has to be new and a file is. */
class Uploading extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  private path = ''
  private isOnlyNew = false
  open(_method: string, url: string) {
    this.path = decodeURIComponent(url).replace(/^.*\/source/, '')
  }
  setRequestHeader(name: string, value: string) {
    if (name === 'If-None-Match') this.isOnlyNew = value === '*'
  }
  getResponseHeader(): string | null {
    return null
  }
  send(body: ArrayBuffer) {
    meanwhile()
    const isTaken = this.isOnlyNew && files.has(this.path)
    this.status = refusal?.status ?? (isTaken ? 412 : 201)
    this.responseText = refusal?.body ?? '{}'
    if (this.status === 201) files.set(this.path, new TextDecoder().decode(body))
    this.dispatchEvent(new Event('load'))
    this.dispatchEvent(new Event('loadend'))
  }
}

beforeEach(() => {
  files = new Map()
  meanwhile = () => {}
  refusal = null
  removed.length = 0
  vi.stubGlobal('XMLHttpRequest', Uploading)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', new URL('galley://app/'))
  vi.spyOn(api, 'list').mockImplementation(async (folder) =>
    [...files]
      .filter(([path]) => path.startsWith(`${folder}/`))
      .map(([path, content]) => ({ path, name: path, ext: 'png', etag: `"${sha(content)}"` }))
  )
  vi.spyOn(api, 'remove').mockImplementation(async (path) => {
    removed.push(path)
    files.delete(path)
    return ''
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const send = (content: string, name = 'Quay.png', folder: () => ContentPath = () => home) =>
  sendPicture(new File([content], name), {
    folder,
    signal: new AbortController().signal,
    onProgress: () => {}
  })

describe('a picture on its way into the folder of its page', () => {
  it('VE11 VE10 the same bytes are sent once, and others get a name of their own', async () => {
    expect(await send('one')).toBe(`${home}/quay.png`)
    expect(await send('one', 'another name.png')).toBe(`${home}/quay.png`)
    expect(await send('two')).toBe(`${home}/quay-2.png`)
    expect([...files]).toEqual([
      [`${home}/quay.png`, 'one'],
      [`${home}/quay-2.png`, 'two']
    ])
  })

  it('VE11 a file that somebody else puts there in the same moment stays', async () => {
    let count = 0
    meanwhile = () => {
      if (count++ === 0) files.set(`${home}/quay.png`, 'theirs')
    }
    expect(await send('mine')).toBe(`${home}/quay-2.png`)
    expect(files.get(`${home}/quay.png`)).toBe('theirs')
  })

  it('VE11 of a page that gets another name meanwhile it comes into the new folder and leaves none in the old one', async () => {
    let folder = home
    meanwhile = () => {
      folder = pier
    }
    expect(await send('one', 'Quay.png', () => folder)).toBe(`${pier}/quay.png`)
    expect(removed).toEqual([`${home}/quay.png`])
    expect([...files.keys()]).toEqual([`${pier}/quay.png`])
  })

  it('VE11 a refusal is told in the words of the service, and nothing is stored', async () => {
    for (const [status, error] of [
      [403, 'You may not write here.'],
      [507, 'The disk is full.']
    ] as const) {
      refusal = { status, body: JSON.stringify({ error }) }
      await expect(send('one')).rejects.toThrow(error)
    }
    expect([...files]).toEqual([])
  })

  it('VE11 an empty file, and one that pages do not show, are not sent', async () => {
    await expect(send('')).rejects.toThrow('Quay.png is empty.')
    await expect(send('x', 'notes.txt')).rejects.toThrow(/no picture that pages can show/)
    expect([...files]).toEqual([])
  })
})
