import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServiceEvent } from '../../../src/common/api/events'
import { createClient } from '../../../src/common/api/client'
import { openEvents, type EventSourceLike } from '../../../src/common/api/client/event-stream'
import { contentPath } from '../../../src/common/content/paths'
import type { Workspace } from '../../contract/in-process'
import { openWorkspace } from '../../contract/in-process'

let workspace: Workspace
beforeEach(async () => {
  workspace = await openWorkspace()
})
afterEach(() => workspace.close())

const fetchInProcess = (url: string, init?: RequestInit) =>
  workspace.service.fetch(new Request(`galley://app${url}`, init), 'owner')

/** An `EventSource` over the service in process, whose connection a test can cut. */
function source(url: string): EventSourceLike & { cut(): Promise<void>; connect(): void } {
  const listeners = new Map<string, Set<(event: { data?: unknown }) => void>>()
  const emit = (type: string, data?: unknown) =>
    listeners.get(type)?.forEach((listener) => listener({ data }))
  const state = { readyState: 0 }
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const read = async () => {
    const response = await fetchInProcess(url)
    state.readyState = 1
    emit('open')
    reader = response.body?.getReader()
    let text = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += new TextDecoder().decode(part.value)
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, type = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (type) emit(type, data)
      }
    }
    if (state.readyState === 2) return
    state.readyState = 0
    emit('error')
  }
  void read()
  return {
    get readyState() {
      return state.readyState
    },
    addEventListener: (type, listener) =>
      void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    close: () => {
      state.readyState = 2
      void reader?.cancel()
    },
    cut: async () => void (await reader?.cancel()),
    connect: () => void read()
  }
}

function listen() {
  const seen: ServiceEvent[] = []
  const waiting: { test: (event: ServiceEvent) => boolean; done: (event: ServiceEvent) => void }[] = []
  const sources: ReturnType<typeof source>[] = []
  const client = createClient({
    fetch: fetchInProcess,
    eventSource: (url) => {
      const opened = source(url)
      sources.push(opened)
      return opened
    }
  })
  const stop = client.events((event) => {
    seen.push(event)
    for (const entry of [...waiting]) if (entry.test(event)) entry.done(event)
  })
  const until = (test: (event: ServiceEvent) => boolean) =>
    new Promise<ServiceEvent>((done) => {
      const early = seen.find(test)
      if (early) done(early)
      else waiting.push({ test, done })
    })
  return { client, seen, until, stop, connection: () => sources.at(-1) }
}

describe('a stream that ended', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** An `EventSource` that only a test opens and ends. */
  function opened() {
    const told: { open(): void; end(): void }[] = []
    const stop = openEvents(
      () => {
        const listeners = new Map<string, () => void>()
        const state = { readyState: 0 }
        told.push({
          open: () => listeners.get('open')?.(),
          end: () => {
            state.readyState = 2
            listeners.get('error')?.()
          }
        })
        return {
          get readyState() {
            return state.readyState
          },
          addEventListener: (type, listener) => void listeners.set(type, () => listener({})),
          close: () => {}
        }
      },
      () => {},
      () => {}
    )
    return { told, stop }
  }

  it('A5 is opened again at once when it had lasted: the answer says whether the session has ended', async () => {
    const { told, stop } = opened()
    told[0]?.open()
    await vi.advanceTimersByTimeAsync(3000)
    told[0]?.end()
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toHaveLength(2)
    stop()
  })

  it('A5 is opened again after a while when it was refused, or ended at once', async () => {
    const { told, stop } = opened()
    told[0]?.end()
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toHaveLength(2)
    told[1]?.open()
    told[1]?.end()
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toHaveLength(2)
    stop()
  })
})

describe('events', () => {
  it('N2 a stream begins with hello and then tells every change, in order, with its ETag and session', async () => {
    const { client, seen, until, stop } = listen()
    await until(({ type }) => type === 'hello')
    const path = contentPath('/org/site/page.html')
    const saved = await client.write(path, 'one', { session: 'tab-1' })
    await client.createVersion(path, 'first')
    await client.remove(path)
    await until((event) => event.type === 'file' && event.change === 'deleted')
    stop()
    const file = seen.find((event) => event.type === 'file')
    expect(file).toMatchObject({
      change: 'created',
      path,
      etag: saved.etag,
      session: 'tab-1',
      fileId: saved.fileId,
      origin: 'api'
    })
    expect(seen.find((event) => event.type === 'version')).toMatchObject({
      path,
      label: 'first',
      fileId: saved.fileId
    })
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => (seen[0]?.seq ?? 0) + index))
  })

  it('N2 a lost connection that missed something comes back with a hello, one that missed nothing in silence', async () => {
    const { client, seen, until, stop, connection } = listen()
    const first = await until(({ type }) => type === 'hello')
    await connection()?.cut()
    await client.write(contentPath('/org/site/missed.html'), 'a')
    connection()?.connect()
    await until((event) => event.type === 'hello' && event !== first)
    await connection()?.cut()
    connection()?.connect()
    await client.write(contentPath('/org/site/seen.html'), 'b')
    await until((event) => event.type === 'file' && event.path.endsWith('seen.html'))
    expect(seen.filter(({ type }) => type === 'hello')).toHaveLength(2)
    expect(seen.some((event) => event.type === 'file' && event.path.endsWith('missed.html'))).toBe(false)
    stop()
  })

  it('A1 a new owner is told', async () => {
    const { client, until, stop } = listen()
    await until(({ type }) => type === 'hello')
    const info = await client.setOwner({ name: 'Ada', email: 'ada@example.com' })
    expect(info.owner).toEqual({ name: 'Ada', email: 'ada@example.com' })
    await until(({ type }) => type === 'workspace')
    await client.write(contentPath('/org/site/a.html'), 'x')
    expect((await client.head(contentPath('/org/site/a.html'))).modifiedBy.email).toBe('ada@example.com')
    stop()
  })

  it('P7 how far a named operation is comes with who began it', async () => {
    const { client, until, stop } = listen()
    await client.setOwner({ name: 'Ada', email: 'ada@example.com' })
    await client.write(contentPath('/org/site/folder/page.html'), 'one')
    const [folder, copy] = [contentPath('/org/site/folder'), contentPath('/org/site/copy')]
    await client.copy(folder, copy, { operation: 'copying' })
    const told = await until((event) => event.type === 'progress' && event.done === event.total)
    expect(told).toMatchObject({ operation: 'copying', by: { name: 'Ada', email: 'ada@example.com' } })
    stop()
  })

  it('N2 closing the service ends the stream', async () => {
    const stream = await fetchInProcess('/events')
    const text = stream.text()
    await workspace.service.close()
    expect(await text).toMatch(/^event: hello\n/)
    const after = await fetchInProcess('/list/')
    expect(after.status).toBe(503)
  })
})
