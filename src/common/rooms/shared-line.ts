import { FrameReader, frameOf, frames, type ToService, type ToWindow } from './frames'

/** Asks the service. Rejects when no answer comes. */
type Ask = (url: string, init: RequestInit) => Promise<Response>

/** The line of one tab, on the line that all tabs share. */
interface Tab {
  readonly name: string
  readonly say: (said: ToWindow) => void
  readonly end: () => void
  /** The number of the tab's next request. */
  next: number
  /** What its documents are called on the shared line, by what the tab calls them. */
  readonly rooms: Map<number, number>
}

/** The line that all share. */
interface Shared {
  readonly ending: AbortController
  /** Who asked for it: what a request must say to be of the same. */
  readonly headers: string
  readonly url: string
  name: string
  requests: number
  sending: Promise<unknown>
  /** Whose document a room is, by its number. */
  readonly owners: Map<number, { readonly tab: Tab; readonly room: number }>
}

const TRIES = 3
const AGAIN_MS = 200
/** Bytes that a tab may be behind, besides what is said in one go. */
const MOST_BEHIND = 4 * 1024 * 1024
const ROOMS = 65_536

/**
 * One line of a browser, as a line for each of its tabs: a browser opens six connections to a host, and not
 * six for each tab. Answers what tabs ask of lines.
 */
export function openSharedLine(ask: Ask): { readonly answer: Ask } {
  const tabs = new Map<string, Tab>()
  let shared: Promise<Shared | Response> | null = null
  let last = 0
  let named = 0

  async function openedFor(url: string, init: RequestInit): Promise<Shared | Response> {
    const headers = JSON.stringify([...new Headers(init.headers)])
    const known = await shared
    if (known && !(known instanceof Response)) {
      if (known.headers === headers && !known.ending.signal.aborted) return known
      cut(known)
    }
    shared ??= open(url, init, headers)
    return shared
  }

  async function open(url: string, init: RequestInit, headers: string): Promise<Shared | Response> {
    const ending = new AbortController()
    const made: Shared = {
      ending,
      headers,
      url,
      name: '',
      requests: 0,
      sending: Promise.resolve(),
      owners: new Map()
    }
    try {
      const answer = await ask(url, { ...init, signal: ending.signal })
      if (!answer.ok || !answer.body) {
        shared = null
        return new Response(null, { status: answer.status })
      }
      const frame = new FrameReader(frames.toWindow)
      const reader = answer.body.getReader()
      ending.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
      while (made.name === '') await hearNext(made, reader, frame)
      const hearing = async () => {
        while (!ending.signal.aborted) await hearNext(made, reader, frame)
      }
      void hearing().catch(() => cut(made))
      return made
    } catch (error) {
      shared = null
      ending.abort()
      throw error
    }
  }

  async function hearNext(
    line: Shared,
    reader: ReadableStreamDefaultReader<Uint8Array>,
    frame: FrameReader<ToWindow>
  ): Promise<void> {
    const piece = await reader.read()
    if (piece.done) throw new Error('The line has ended.')
    for (const said of frame.read(piece.value)) hear(line, said)
  }

  function hear(line: Shared, said: ToWindow): void {
    if (said.say === 'line') line.name = said.name
    else if (said.say === 'beat') for (const tab of tabs.values()) tab.say(said)
    else {
      const owner = line.owners.get(said.room)
      owner?.tab.say({ ...said, room: owner.room })
    }
  }

  /** All tabs come again. */
  function cut(line: Shared): void {
    if (line.ending.signal.aborted) return
    line.ending.abort()
    shared = null
    for (const tab of [...tabs.values()]) {
      tabs.delete(tab.name)
      tab.end()
    }
  }

  async function openTab(url: string, init: RequestInit): Promise<Response> {
    const line = await openedFor(url, init)
    if (line instanceof Response) return line.clone()
    if (line.ending.signal.aborted) return none()
    const name = `tab-${(named += 1)}`
    const leave = () => {
      if (tabs.get(name) === tab) left(line, tab)
    }
    let tab: Tab | null = null
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          let longest = 0
          tab = {
            name,
            next: 0,
            rooms: new Map(),
            say(said) {
              if ((controller.desiredSize ?? 0) < -MOST_BEHIND - longest) {
                leave()
                return controller.close()
              }
              const frame = frameOf(said)
              longest = Math.max(longest, frame.length)
              controller.enqueue(frame)
            },
            end: () => controller.close()
          }
          tabs.set(name, tab)
          tab.say({ say: 'line', name })
        },
        cancel: leave
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 })
    )
    init.signal?.addEventListener('abort', () => {
      if (tab && tabs.get(name) === tab) tab.end()
      leave()
    })
    return new Response(body)
  }

  function left(line: Shared, tab: Tab): void {
    tabs.delete(tab.name)
    const all = [...tab.rooms.values()]
    for (const room of all) line.owners.delete(room)
    if (tabs.size === 0) cut(line)
    else if (all.length > 0)
      void say(
        line,
        all.map((room) => ({ say: 'leave', room })),
        {}
      )
  }

  async function hearTab(tab: Tab, number: number, init: RequestInit): Promise<Response> {
    const line = await shared
    if (!line || line instanceof Response || tabs.get(tab.name) !== tab) return none()
    if (number < tab.next) return new Response(null, { status: 204 })
    const body = new Uint8Array(await new Response(init.body).arrayBuffer())
    const reader = new FrameReader(frames.toService)
    let said: ToService[]
    try {
      said = reader.read(body)
    } catch {
      return new Response(null, { status: 400 })
    }
    if (number !== tab.next || reader.isBetween) return new Response(null, { status: 400 })
    tab.next += 1
    const known = said.flatMap((one) => onShared(line, tab, one) ?? [])
    return known.length === 0 ? new Response(null, { status: 204 }) : say(line, known, init)
  }

  /** What a tab says, as it is said on the shared line. */
  function onShared(line: Shared, tab: Tab, said: ToService): ToService | null {
    const room = tab.rooms.get(said.room) ?? (said.say === 'join' ? numbered(line, tab, said.room) : null)
    if (room === null) return null
    if (said.say === 'leave') {
      tab.rooms.delete(said.room)
      line.owners.delete(room)
    }
    return { ...said, room }
  }

  function numbered(line: Shared, tab: Tab, room: number): number {
    do last = (last + 1) % ROOMS
    while (line.owners.has(last))
    line.owners.set(last, { tab, room })
    tab.rooms.set(room, last)
    return last
  }

  /** One request after the other, as the service counts them; where one is not heard, all tabs come again. */
  function say(line: Shared, said: readonly ToService[], init: RequestInit): Promise<Response> {
    const saying = line.sending.then(async () => {
      if (line.ending.signal.aborted) return none()
      const body = await new Blob(said.map((one) => new Uint8Array(frameOf(one)))).arrayBuffer()
      const url = `${line.url}/${line.name}?n=${line.requests++}`
      const headers = init.headers ?? (JSON.parse(line.headers) as [string, string][])
      const answer = await tried(() =>
        ask(url, { method: 'POST', headers, body, signal: line.ending.signal })
      )
      if (answer?.ok !== true) cut(line)
      return answer ?? none()
    })
    line.sending = saying.catch(() => undefined)
    return saying
  }

  return {
    answer(url, init) {
      const [, name = '', number = ''] = /\/rooms\/line\/([^/?]+)\?n=(.*)$/.exec(url) ?? []
      if (name === '') return openTab(url, init)
      const tab = tabs.get(name)
      return tab ? hearTab(tab, Number(number), init) : Promise.resolve(none())
    }
  }
}

const none = () => new Response(null, { status: 404 })

async function tried(work: () => Promise<Response>): Promise<Response | null> {
  for (let tries = 1; ; tries += 1) {
    const answer = await work().catch(() => null)
    if (answer || tries === TRIES) return answer
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * tries))
  }
}
