import { randomUUID } from 'node:crypto'
import { prefixOf } from '../../common/api/endpoints'
import { roomOperations } from '../../common/api/operations/rooms'
import { GalleyError, sentence } from '../../common/errors'
import { FrameReader, frameOf, MOST_FRAME, frames, type ToWindow } from '../../common/rooms/frames'
import { personOf } from '../callers/people'
import type { Caller } from '../callers/types'
import type { WaysInChanges } from '../callers/ways-in'
import type { EventHub } from '../events/event-hub'
import type { Asked, Known, Step } from '../http/asked'
import { chunksOf, collect } from '../http/chunks'
import { pathAfterAppPrefix } from '../http/request-path'
import { openRoom, type Room } from '../http/room'
import type { OrgRules } from '../permissions/org-rules'
import type { Rooms } from './index'
import { openLine, type Line } from './line'
import { askedTogether, rightsOf } from './rights'

interface LinesParts {
  readonly rooms: Rooms
  readonly events: EventHub
  readonly rulesOf: OrgRules
  readonly waysIn: WaysInChanges
  readonly report: (error: unknown) => void
}

interface OpenedLine {
  readonly line: Line
  readonly caller: Caller
  /** The number of the next request. */
  next: number
  /** What is heard on it, one after the other. */
  hearing: Promise<void>
}

const BEAT_MS = 20_000
/** Bytes that a window may be behind, besides what is said in one go; then it is cut off, comes back, and gets what it lacks. */
const MOST_BEHIND = 4 * 1024 * 1024
/** Lines of one person at once. */
const MOST_LINES = 64

/** The lines of windows in which people write together. */
export function openLines(known: Step<Asked, Known>, given: LinesParts): Room {
  const parts = { ...given, rulesOf: askedTogether(given.rulesOf) }
  const lines = new Map<string, OpenedLine>()
  return openRoom({
    operations: roomOperations,
    trees: [prefixOf('listRooms').replace(/\/$/, '')],
    enter: known,
    handlers: {
      async listRooms({ access, url }) {
        const scope = pathAfterAppPrefix(url)
        if (!(await access.at(scope)).maySee(scope))
          throw new GalleyError('forbidden', 'You may not read here. Ask who looks after the organization.')
        const documents = []
        for (const one of parts.rooms.present(scope))
          if ((await access.at(one.path)).may('read', one.path)) documents.push(one)
        return Response.json(
          { documents },
          { headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } }
        )
      },
      openLine(asked) {
        if ([...lines.values()].filter(({ caller }) => isSame(caller, asked.caller)).length >= MOST_LINES)
          throw new GalleyError(
            'too-many',
            sentence`${{ most: MOST_LINES }} lines of one person are open already. Close one.`
          )
        return new Response(lineStream(asked, parts, lines), {
          headers: {
            'Content-Type': 'application/octet-stream',
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff'
          }
        })
      },
      async sendOnLine({ caller, request, url }, { parameters }) {
        const found = lines.get(parameters.line)
        if (!found || !isSame(found.caller, caller))
          throw new GalleyError('not-found', 'There is no such line (any more). Open one.', {
            where: parameters.line
          })
        const number = Number(url.searchParams.get('n'))
        const body = await collect((await chunksOf(request)).chunks, MOST_FRAME)
        const said = framesIn(body)
        if (number < found.next) return done()
        if (number !== found.next)
          throw new GalleyError(
            'bad-request',
            sentence`The request before this one has not come: ${{ number: found.next }}.`
          )
        found.next += 1
        found.hearing = found.hearing.then(async () => {
          for (const one of said) await found.line.hear(one)
        })
        await found.hearing
        return done()
      }
    }
  })
}

const done = () => new Response(null, { status: 204 })

/** @throws GalleyError bad-request */
function framesIn(body: Uint8Array) {
  const reader = new FrameReader(frames.toService)
  try {
    const said = reader.read(body)
    if (!reader.isBetween) return said
  } catch {
    // told below
  }
  throw new GalleyError('bad-request', 'The body is not made of whole frames.', { where: 'body' })
}

function lineStream(
  { caller, stillKnown }: Known,
  { rooms, events, rulesOf, waysIn, report }: LinesParts,
  lines: Map<string, OpenedLine>
): ReadableStream<Uint8Array> {
  const name = randomUUID()
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let ended = false
        // a large document is nothing that a window can keep up with
        let longest = 0
        const end = () => {
          if (ended) return
          stop()
          controller.close()
        }
        const say = (said: ToWindow) => {
          if (ended) return
          if ((controller.desiredSize ?? 0) < -MOST_BEHIND - longest) return end()
          const frame = frameOf(said)
          longest = Math.max(longest, frame.length)
          controller.enqueue(frame)
        }
        const line = openLine({
          rooms,
          rights: rightsOf(caller, rulesOf),
          person: personOf(caller),
          say,
          end: () => end(),
          report
        })
        const judge = () => {
          void stillKnown()
            .then((is) => (is ? line.judge() : end()))
            .catch(report)
        }
        const beat = setInterval(() => {
          say({ say: 'beat' })
          judge()
        }, BEAT_MS)
        beat.unref()
        const unsubscribe = events.subscribe(({ type }) => {
          if (type === 'config' || type === 'workspace') judge()
        })
        const forget = events.onClose(end)
        const unlisten = waysIn.listen(judge)
        stop = () => {
          if (ended) return
          ended = true
          clearInterval(beat)
          unsubscribe()
          forget()
          unlisten()
          line.close()
          lines.delete(name)
        }
        lines.set(name, { line, caller, next: 0, hearing: Promise.resolve() })
        say({ say: 'line', name })
      },
      cancel: () => stop()
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 })
  )
}

/** Whether two requests are of the same caller. */
function isSame(one: Caller, other: Caller): boolean {
  const emails = ({ people }: Caller) => people.map(({ email }) => email.toLowerCase()).join(' ')
  return (
    one.kind === other.kind &&
    one.session?.hash === other.session?.hash &&
    one.via?.token === other.via?.token &&
    emails(one) === emails(other)
  )
}
