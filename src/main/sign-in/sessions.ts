import { z } from 'zod'
import type { signInOperations } from '../../common/api/operations/sign-in'
import type { SessionInfo, SignInLinkAnswer } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import type { EventHub } from '../events/event-hub'
import type { WaysIn } from '../callers'
import { doneAnswer, jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import type { Handlers } from '../http/room'
import { linkPathOf } from '../callers/sessions/links'
import { revokeAll } from '../callers/sessions/revoke-all'
import type { ListedSession } from '../callers/sessions/session-book'
import { LONGEST_MS } from '../callers/sessions/session-book'
import type { SessionRecord, SignedIn } from '../callers/sessions/session-record'
import { signedInAs } from '../callers/sessions/sign-in-request'
import { ownerOf, type OpenSettings } from '../settings'
import { readSmallJson } from '../http/small-bodies'

/** Browsers that are signed in, and the links that sign them in (A5). */
export function sessionHandlers({ waysIn, settings, events }: SessionParts) {
  const { sessions, links } = waysIn
  const notify = () => events.tell({ type: 'sessions' })
  return {
    async listSessions({ caller }) {
      const owner = ownerOf(await settings.read())
      const found = await sessions.list()
      return jsonAnswer(found.map((one) => infoOf(one, owner, caller.session?.id)))
    },
    async endSessions() {
      await sessions.endAll()
      notify()
      return doneAnswer()
    },
    async endSession(_asked, { parameters: { id } }) {
      if (!(await sessions.end(id)))
        throw new GalleyError('not-found', 'There is no session with this id (any more).', { where: id })
      notify()
      return doneAnswer()
    },
    /** As clients sign out: the browser's session ends; a token has none, and stays what it is. */
    async logout({ caller: { session } }) {
      if (session && (await sessions.end(session.id))) notify()
      return doneAnswer()
    },
    /** Everybody may end the session that asks. */
    async signOut({ caller: { session } }) {
      if (!session) throw new GalleyError('not-found', 'Only a browser that came with a link has a session.')
      await sessions.end(session.id)
      notify()
      return doneAnswer()
    },
    /** The link is in the answer and nowhere else. */
    async createSignInLink({ request }) {
      const { code, expiresAt } = await links.make(parseRequest(await readSmallJson(request)))
      const answer: SignInLinkAnswer = { path: linkPathOf(code), expiresAt }
      return jsonAnswer(answer, 201)
    },
    async revokeAll() {
      const answer = await revokeAll(waysIn, Date.now())
      notify()
      return jsonAnswer(answer)
    }
  } satisfies Partial<Handlers<Known, typeof signInOperations>>
}

interface SessionParts {
  readonly waysIn: WaysIn
  readonly settings: OpenSettings
  readonly events: EventHub
}

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

const wanted = z.union([
  z.strictObject({ owner: z.literal(true) }),
  z.strictObject({
    email: z.string(),
    name: z.string().exactOptional(),
    groups: z.string().array().max(200).default([])
  })
])

function parseRequest(body: unknown): SignedIn {
  const parsed = wanted.safeParse(body)
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
