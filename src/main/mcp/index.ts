import { z } from 'zod'
import { mcpOperations } from '../../common/api/operations/mcp'
import { urlOf } from '../../common/api/url'
import { GalleyError } from '../../common/errors'
import { programNamed } from '../../common/person'
import type { Asked, Known, Step } from '../http/asked'
import { openRoom, type Room } from '../http/room'
import type { Workers } from '../workers'
import { openAsking } from './asking'
import { programIn, sessionIdFor } from './program'

interface McpParts {
  readonly appVersion: string
  readonly origin: string | undefined
  readonly workers: Workers
  /** Answers a request as the service does. */
  readonly answer: (asked: Pick<Asked, 'request' | 'hint'>) => Promise<Response>
  readonly report: (error: unknown) => void
}

/** Bytes of one message. */
const MOST = 4 * 1024 * 1024
const SESSION = 'Mcp-Session-Id'

/** `POST /mcp` (MC1): a way in for programs, over the same operations and with the same rights. */
export function openMcp(known: Step<Asked, Known>, parts: McpParts): Room {
  return openRoom({
    operations: mcpOperations,
    enter: entered(known, parts),
    bodies: { most: () => MOST },
    handlers: {
      async mcp(asked, { body }) {
        const { request, url } = asked
        const message = await body()
        const mode = modeOf(url)
        const session = request.headers.get(SESSION)
        const program = session === null ? null : programIn(session)
        if (session !== null && program === null)
          throw new GalleyError('not-found', 'This session is none of ours. Begin anew with `initialize`.', {
            where: SESSION
          })
        // the protocol’s code is loaded when the first program comes
        const { answerMessage } = await import('./answering')
        const asking = openAsking(parts, asked, { program, isDryRun: mode === 'dry-run' })
        const answer = await answerMessage(request, message, {
          ...parts,
          isReadOnly: mode === 'read-only',
          asking
        })
        answer.headers.set('Cache-Control', 'no-store')
        answer.headers.set('X-Content-Type-Options', 'nosniff')
        const introduced = programOf(message)
        if (introduced !== null && answer.ok) answer.headers.set(SESSION, sessionIdFor(introduced))
        return answer
      }
    }
  })
}

/** Who is not known is told where one signs in (RFC 9728); no page of another origin may ask. */
const entered =
  (known: Step<Asked, Known>, { origin }: McpParts): Step<Asked, Known> =>
  async (asked) => {
    const { request, url } = asked
    const own = origin ?? url.origin
    const from = request.headers.get('Origin')
    if (from !== null && hostOf(from) !== url.host && from !== own)
      throw new GalleyError('forbidden', 'A page of another origin may not ask here.', { where: 'Origin' })
    const caller = await known(asked)
    if (caller instanceof Response && caller.status === 401)
      caller.headers.set('WWW-Authenticate', `Bearer resource_metadata="${own}${urlOf('readSignIn', {})}"`)
    return caller
  }

const hostOf = (origin: string): string | null => {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}

const introduction = z.object({
  method: z.literal('initialize'),
  params: z.object({ clientInfo: z.object({ name: z.string(), version: z.string().optional() }) })
})

type Mode = 'read-only' | 'dry-run' | null

function modeOf(url: URL): Mode {
  const mode = url.searchParams.get('mode')
  if (mode === null || mode === 'read-only' || mode === 'dry-run') return mode
  throw new GalleyError('bad-request', '“mode” is read-only or dry-run.', { where: 'mode' })
}

/** The name of the program that introduces itself; null for every other message. */
function programOf(message: unknown): string | null {
  const read = introduction.safeParse(message)
  if (!read.success) return null
  const { name, version } = read.data.params.clientInfo
  return programNamed(version === undefined ? name : `${name} ${version}`)
}
