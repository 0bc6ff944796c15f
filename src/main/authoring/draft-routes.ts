import { keptDraft } from '../../common/api/drafts'
import { GalleyError } from '../../common/errors'
import type { Methods, RouteContext, ServiceContext } from '../http/context'
import { readSmallJson } from '../http/small-bodies'

/** The text, what it was typed upon, and what was being sent, each as large as a document may be and escaped as JSON. */
const DRAFT_BYTES = 256 * 1024 * 1024

/** `GET /app/drafts`: what the caller's windows could not keep themselves (E1). */
export function draftsRoutes({ drafts }: ServiceContext): Methods {
  return {
    async GET(c) {
      return Response.json(await drafts.list(personOf(c)), { headers })
    }
  }
}

/** `PUT` and `DELETE /app/drafts/{session}`. */
export function draftRoutes({ drafts }: ServiceContext): Methods {
  return {
    async PUT(c) {
      const parsed = keptDraft.safeParse(await readSmallJson(c.req.raw, DRAFT_BYTES))
      if (!parsed.success || parsed.data.session !== c.req.param('session'))
        throw new GalleyError('bad-request', 'This is no draft of the session in the address.', {
          where: parsed.error?.issues[0]?.path.join('.') || 'session'
        })
      return Response.json({ kept: await drafts.put(personOf(c), parsed.data) }, { headers })
    },
    async DELETE(c) {
      const session = c.req.param('session') ?? ''
      if (!(await drafts.remove(personOf(c), session)))
        throw new GalleyError('not-found', 'There is no draft of this name.', { where: session })
      return new Response(null, { status: 204, headers })
    }
  }
}

/** The owner's windows share theirs, whatever the owner is called meanwhile. */
const personOf = ({ env: { caller } }: RouteContext) =>
  caller.kind === 'owner' ? 'owner' : caller.people.map(({ email }) => email.toLowerCase()).join(' ')

const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
