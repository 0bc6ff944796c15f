import { urlOf } from '../../api/url'
import { FrameReader, frameOf, frames, type ToService, type ToWindow } from '../frames'

/** Asks the service. Rejects when no answer comes. */
export type Ask = (url: string, init: RequestInit) => Promise<Response>

type InRoom<Said> = Said extends { readonly room: number } ? Omit<Said, 'room'> : never
/** What is said to the service of one document. */
type Saying = InRoom<Exclude<ToService, { readonly say: 'join' }>>
export type Joining = Omit<Extract<ToService, { readonly say: 'join' }>, 'say' | 'room'>
/** What the service says of one document. */
export type Heard = InRoom<ToWindow>

/** A document on the line. */
export interface OnLine {
  /** How it is joined: asked each time that the line has been opened. */
  joining(): Joining
  heard(said: Heard): void
  /** Nothing is heard or said until it is joined again. */
  cut(): void
}

/** The place of a document on the line. */
export interface Place {
  /** Says it, if the line is there; what happens while it is not, is for the next joining. */
  say(said: Saying): void
  /** Joins it anew. */
  rejoin(): void
  leave(): void
}

/** Milliseconds until the line is opened again: twice as long each time that it fails. */
const FIRST_WAIT = 500
const MOST_WAIT = 30_000
/** A line that was there for less has failed. */
const LASTING = 5_000
/** Bytes that are said in one request. */
const MOST_AT_ONCE = 1024 * 1024
const TRIES = 3

/**
 * The line of one window: opened with the first document, opened again whenever it was cut, and closed with
 * the last.
 */
export class RoomsLine {
  private readonly all = new Map<number, OnLine>()
  private last = 0
  private cutting: AbortController | null = null
  /** What the service calls it; null while it is not there. */
  private name: string | null = null
  private requests = 0
  private saying: Uint8Array[] = []
  private isSaying = false
  private isRunning = false
  private failures = 0
  private wake: (() => void) | null = null

  constructor(private readonly ask: Ask) {}

  /** Puts a document on the line. */
  put(document: OnLine): Place {
    let room = this.last
    do room = (room + 1) % 65_536
    while (this.all.has(room))
    this.last = room
    this.all.set(room, document)
    this.join(room, document)
    void this.run()
    return {
      say: (said) => this.say({ ...said, room }),
      rejoin: () => this.join(room, document),
      leave: () => {
        this.say({ say: 'leave', room })
        this.all.delete(room)
        if (this.all.size === 0) this.wake?.()
      }
    }
  }

  /** Does not wait any longer: the network may be there again. */
  nudge(): void {
    this.wake?.()
  }

  private join(room: number, document: OnLine): void {
    if (this.name !== null) this.say({ say: 'join', room, ...document.joining() })
  }

  private say(said: ToService): void {
    if (this.name === null) return
    this.saying.push(frameOf(said))
    void this.sayAll()
  }

  private async run(): Promise<void> {
    if (this.isRunning) return
    this.isRunning = true
    while (this.all.size > 0) {
      const began = Date.now()
      await this.listen().catch(() => undefined)
      this.cutOff()
      if (this.all.size === 0) break
      this.failures = Date.now() - began < LASTING ? this.failures + 1 : 0
      await this.passed(Math.min(MOST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.5 + Math.random() / 2))
    }
    this.isRunning = false
  }

  private passed(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.wake = null
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      this.wake = done
    })
  }

  /** Hears what the service says, until the line is cut. */
  private async listen(): Promise<void> {
    const cutting = new AbortController()
    this.cutting = cutting
    this.wake = () => {
      if (this.all.size === 0) cutting.abort()
    }
    const answer = await this.ask(urlOf('openLine', {}), { signal: cutting.signal })
    if (!answer.ok || !answer.body) return
    const frame = new FrameReader(frames.toWindow)
    const reader = answer.body.getReader()
    cutting.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      for (const said of frame.read(piece.value)) this.hear(said)
  }

  private hear(said: ToWindow): void {
    if (said.say === 'line') {
      this.name = said.name
      this.requests = 0
      for (const [room, document] of this.all) this.join(room, document)
    } else if (said.say !== 'beat') this.all.get(said.room)?.heard(said)
  }

  private cutOff(): void {
    this.cutting?.abort()
    this.cutting = null
    this.wake = null
    this.saying = []
    this.name = null
    for (const document of this.all.values()) document.cut()
  }

  /** One request at a time, each with all that is to be said by then. */
  private async sayAll(): Promise<void> {
    if (this.isSaying) return
    this.isSaying = true
    // what is said in one go goes in one request
    await Promise.resolve()
    while (this.name !== null && this.saying.length > 0) {
      const { name, cutting } = this
      const body = together(this.saying)
      const url = urlOf('sendOnLine', { line: name, n: this.requests++ })
      const isHeard = await this.sent(url, body, cutting?.signal)
      // of another line, opened meanwhile, nothing is known yet
      if (isHeard || this.name !== name) continue
      this.saying = []
      cutting?.abort()
    }
    this.isSaying = false
  }

  /** A request of which no answer came is sent again: it counts once. */
  private async sent(url: string, body: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<boolean> {
    for (let tried = 0; tried < TRIES && signal?.aborted !== true; tried += 1) {
      const answer = await this.ask(url, { method: 'POST', body, ...(signal && { signal }) }).catch(
        () => null
      )
      if (answer) return answer.ok
      await new Promise((resolve) => setTimeout(resolve, 200 * (tried + 1)))
    }
    return false
  }
}

/** Takes frames from a list, at least one, as one body. */
function together(saying: Uint8Array[]): Uint8Array<ArrayBuffer> {
  let [count, length] = [0, 0]
  for (const { length: next } of saying) {
    if (count > 0 && length + next > MOST_AT_ONCE) break
    count += 1
    length += next
  }
  const body = new Uint8Array(length)
  let at = 0
  for (const frame of saying.splice(0, count)) {
    body.set(frame, at)
    at += frame.length
  }
  return body
}
