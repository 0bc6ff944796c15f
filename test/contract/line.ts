import type { Member, Membership, News } from '../../src/main/rooms'
import type { ContentPath } from '../../src/common/content/paths'
import {
  FrameReader,
  frameOf,
  frames,
  type Here,
  type ToService,
  type ToWindow
} from '../../src/common/rooms/frames'
import { roomKinds } from '../../src/common/rooms/epoch'
import type { Return, WayIn } from '../unit/rooms/kept/people'

/** Asks the service, however it is reached. */
export type Ask = (
  path: string,
  init?: { method?: string; body?: Uint8Array<ArrayBuffer>; signal?: AbortSignal }
) => Promise<Response>

type Refusal = Awaited<ReturnType<Membership['write']>>

/** What the service refuses to let somebody join. */
export class NotJoined extends Error {
  constructor(readonly reason: string) {
    super(reason)
  }
}

/** The line of one window. */
export class WindowLine implements WayIn {
  readonly heard: ToWindow[] = []
  private readonly members = new Map<number, Member>()
  private readonly joining = new Map<number, (said: ToWindow) => void>()
  private readonly taking = new Map<string, (refusal: Refusal | 'other') => void>()
  private readonly cutting = new AbortController()
  private requests: Promise<unknown> = Promise.resolve()
  private name = ''
  private n = 0
  private last = 0
  private updates = 0

  private constructor(private readonly ask: Ask) {}

  static async open(ask: Ask): Promise<WindowLine> {
    const line = new WindowLine(ask)
    const response = await ask('/rooms/line', { signal: line.cutting.signal })
    if (response.status !== 200 || !response.body) throw new Error(`${response.status}`)
    await new Promise<void>((resolve) => {
      line.joining.set(-1, () => resolve())
      void line
        .read(response.body as ReadableStream<Uint8Array>)
        .catch(() => undefined)
        .finally(() => line.cut())
    })
    return line
  }

  get isOpen(): boolean {
    return !this.cutting.signal.aborted
  }

  /** Who else is in the document that was heard of last. */
  get people(): readonly Here[] {
    return this.heard.flatMap((said) => (said.say === 'here' ? [said.people] : [])).at(-1) ?? []
  }

  /** The connection breaks. */
  cut(): void {
    this.cutting.abort()
  }

  async send(...said: readonly ToService[]): Promise<number> {
    const sending = this.requests.then(async () => {
      const body = new Blob(said.map((one) => new Uint8Array(frameOf(one))))
      const { status } = await this.ask(`/rooms/line/${this.name}?n=${this.n++}`, {
        method: 'POST',
        body: new Uint8Array(await body.arrayBuffer())
      })
      // what was not heard is missing: a window opens another line then
      if (status >= 500) this.cut()
      return status
    })
    this.requests = sending.catch(() => undefined)
    return sending
  }

  async join(path: ContentPath, member: Member, back: Return | null): Promise<Membership> {
    const room = this.last++
    this.members.set(room, member)
    const answered = new Promise<ToWindow>((resolve) => this.joining.set(room, resolve))
    await this.send({ say: 'join', room, path, session: member.session, back, models: roomKinds })
    const joined = await answered
    if (joined.say !== 'joined') throw new NotJoined(joined.say === 'refused' ? joined.reason : joined.say)
    return {
      ...joined,
      path,
      outsideSince: () => null,
      since: () => Promise.resolve(joined.state),
      vector: () => Promise.resolve(joined.vector),
      write: async (bytes) => {
        const number = this.updates++
        const taken = new Promise<Refusal | 'other'>((resolve) =>
          this.taking.set(`${room} ${number}`, resolve)
        )
        await this.send({ say: 'update', room, number, bytes })
        const refusal = await taken
        if (refusal === 'other') throw new Error('it was not taken')
        return refusal
      },
      save: () => void this.send({ say: 'save', room }),
      here: (place) => void this.send({ say: 'here', room, ...place }),
      leave: () => void this.send({ say: 'leave', room })
    }
  }

  private async read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = new FrameReader(frames.toWindow)
    const pieces = stream.getReader()
    // in process nothing else tells the service
    this.cutting.signal.addEventListener('abort', () => void pieces.cancel().catch(() => undefined))
    for (let next = await pieces.read(); !next.done; next = await pieces.read()) {
      const piece = next.value
      for (const said of reader.read(piece)) this.hear(said)
    }
    this.cutting.abort()
  }

  private hear(said: ToWindow): void {
    this.heard.push(said)
    if (said.say === 'line') {
      this.name = said.name
      return this.joining.get(-1)?.(said)
    }
    if (said.say === 'beat') return
    const { room } = said
    if (said.say === 'joined' || said.say === 'refused') return this.joining.get(room)?.(said)
    if (said.say === 'taken') return this.taking.get(`${room} ${said.number}`)?.(null)
    if (said.say === 'rejected')
      return this.taking.get(`${room} ${said.number}`)?.(
        ['malformed', 'foreign', 'gap', 'too-large', 'closed'].includes(said.reason)
          ? (said.reason as Refusal)
          : 'other'
      )
    if (said.say === 'rights') return
    const { say: kind, room: _room, ...rest } = said
    this.members.get(room)?.tell({ kind, ...rest } as News)
  }
}
