import { z } from 'zod'
import type { SessionInfo, SignInLinkAnswer } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import { requireOwner } from '../permissions/access'
import type { Methods, ServiceContext } from '../http/context'
import { linkPathOf } from '../callers/sessions/links'
import { revokeAll } from '../callers/sessions/revoke-all'
import type { ListedSession } from '../callers/sessions/session-book'
import { LONGEST_MS } from '../callers/sessions/session-book'
import type { SessionRecord, SignedIn } from '../callers/sessions/session-record'
import { signedInAs } from '../callers/sessions/sign-in-wish'
import { ownerOf } from '../settings'
import { readSmallJson } from '../http/small-bodies'

/** `GET /app/sessions` and `DELETE /app/sessions` (A5): the owner's alone. */
export function sessionsRoutes(context: ServiceContext): Methods {
  return {
    async GET(c) {
      requireOwner(c.env.caller)
      const owner = ownerOf((await context.settings()).value)
      const own = c.env.caller.session?.id
      const found = await context.sessions.list()
      return Response.json(
        found.map((one) => infoOf(one, owner, own)),
        { headers }
      )
    },
    async DELETE(c) {
      requireOwner(c.env.caller)
      await context.sessions.endAll()
      context.events.publish({ type: 'sessions' })
      return ended()
    }
  }
}

/** `DELETE /app/sessions/{id}`: the owner's alone. */
export function sessionRoutes({ sessions, events }: ServiceContext): Methods {
  return {
    async DELETE(c) {
      requireOwner(c.env.caller)
      const id = c.req.param('id') ?? ''
      if (!(await sessions.end(id)))
        throw new GalleyError('not-found', 'There is no session with this id (any more).', { where: id })
      events.publish({ type: 'sessions' })
      return ended()
    }
  }
}

/** `POST /logout`, as clients sign out: the browser's session ends; a token has none, and stays what it is. */
export function logoutRoutes({ sessions, events }: ServiceContext): Methods {
  return {
    async POST(c) {
      const { session } = c.env.caller
      if (session && (await sessions.end(session.id))) events.publish({ type: 'sessions' })
      return ended()
    }
  }
}

/** `DELETE /app/session`: everybody may end the session that asks. */
export function ownSessionRoutes({ sessions, events }: ServiceContext): Methods {
  return {
    async DELETE(c) {
      const { session } = c.env.caller
      if (!session) throw new GalleyError('not-found', 'Only a browser that came with a link has a session.')
      await sessions.end(session.id)
      events.publish({ type: 'sessions' })
      return ended()
    }
  }
}

/** `POST /app/sign-in-links`: the owner's alone. The link is in the answer and nowhere else. */
export function signInLinkRoutes({ links }: ServiceContext): Methods {
  return {
    async POST(c) {
      requireOwner(c.env.caller)
      const { code, expiresAt } = await links.make(parseWish(await readSmallJson(c.req.raw)))
      const answer: SignInLinkAnswer = { path: linkPathOf(code), expiresAt }
      return Response.json(answer, { status: 201, headers })
    }
  }
}

/** `POST /app/revoke-all`: the owner's alone. */
export function revokeAllRoutes(context: ServiceContext): Methods {
  return {
    async POST(c) {
      requireOwner(c.env.caller)
      const answer = await revokeAll(context, Date.now())
      context.events.publish({ type: 'sessions' })
      return Response.json(answer, { headers })
    }
  }
}

const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
const ended = () => new Response(null, { status: 204, headers })

function infoOf(
  { session, usedAt }: ListedSession,
  owner: { readonly email: string; readonly name?: string },
  own: string | undefined
): SessionInfo {
  const { id, host, startedAt, who } = session
  return { id, ...personIn(who, owner), host, startedAt, usedAt, endsAt: endOf(session), own: id === own }
}

const personIn = (who: SignedIn, owner: { readonly email: string; readonly name?: string }) =>
  who.owner ? { ...owner, groups: [], owner: true } : who

const endOf = ({ startedAt }: SessionRecord) => startedAt + LONGEST_MS

const wish = z.union([
  z.strictObject({ owner: z.literal(true) }),
  z.strictObject({
    email: z.string(),
    name: z.string().exactOptional(),
    groups: z.string().array().max(200).default([])
  })
])

function parseWish(body: unknown): SignedIn {
  const parsed = wish.safeParse(body)
  if (!parsed.success)
    throw new GalleyError(
      'bad-request',
      'Send {"email": …, "name"?: …, "groups"?: […]}, or {"owner": true}.',
      {
        where: 'body'
      }
    )
  return 'owner' in parsed.data ? { owner: true } : signedInAs(parsed.data)
}
