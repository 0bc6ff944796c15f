import { basename } from 'node:path'
import { z } from 'zod'
import type { WorkspaceInfo, You } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import { requireOwner } from '../permissions/access'
import type { Methods, RouteContext, ServiceContext } from '../http/context'
import type { Settings } from '../settings'
import { tellOwner } from '../settings'
import { personOf } from '../http/session'
import { LONGEST_MS } from '../callers/sessions/session-book'
import { readSmallJson } from '../http/small-bodies'
import type { Caller } from '../callers/types'

/** `GET /app/workspace` and `PUT /app/workspace` with `{owner: {name, email}}` (A1). */
export function workspaceRoutes(context: ServiceContext): Methods {
  return {
    async GET(c) {
      return answer(context, c, (await context.settings()).value)
    },
    async PUT(c) {
      requireOwner(c.env.caller)
      const owner = parseOwner(await readSmallJson(c.req.raw))
      const settings = await context.settings()
      const value = await settings.update((current) => ({ ...current, owner }))
      tellOwner(context.store, value)
      context.events.publish({ type: 'workspace' })
      return answer(context, c, value)
    }
  }
}

/** `PUT /app/service-folder` with `{name}` (N4): the folders in all sites are renamed with it. The owner's alone. */
export function serviceFolderRoutes(context: ServiceContext): Methods {
  return {
    async PUT(c) {
      requireOwner(c.env.caller)
      const name = parseName(await readSmallJson(c.req.raw))
      const value = await context.serviceFolder.rename(name, personOf(c.env.caller))
      context.events.publish({ type: 'workspace' })
      return answer(context, c, value)
    }
  }
}

function answer({ store, options }: ServiceContext, c: RouteContext, settings: Settings): Response {
  const { id, location } = store.workspace
  const info: WorkspaceInfo = {
    id,
    name: basename(location),
    ...(c.env.caller.kind === 'owner' ? { location } : {}),
    owner: settings.owner,
    you: youAre(c.env.caller),
    serviceFolder: settings.serviceFolder,
    appVersion: options.appVersion,
    // they name places that not everybody may read
    problems: c.env.access.unrestricted ? store.problems() : []
  }
  return Response.json(info, { headers: { 'Cache-Control': 'no-store' } })
}

function youAre({ kind, people: [first], session }: Caller): You {
  return {
    email: first.email,
    ...(first.name === undefined ? {} : { name: first.name }),
    groups: [...first.groups],
    owner: kind === 'owner',
    ...(session ? { sessionEndsAt: session.startedAt + LONGEST_MS } : {})
  }
}

const printable = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Bidi_Control}]*$/u)

const ownerBody = z.object({
  owner: z.object({
    name: printable(200),
    email: printable(254).regex(/^[^\s@,;<>"]+@[^\s@,;<>"]+$/)
  })
})

function parseOwner(body: unknown): { name: string; email: string } {
  const parsed = ownerBody.safeParse(body)
  if (parsed.success) return parsed.data.owner
  const where = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new GalleyError('bad-request', ownerProblem(where), { where })
}

const folderBody = z.object({ name: z.string().regex(/^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?$/) })

function parseName(body: unknown): string {
  const parsed = folderBody.safeParse(body)
  if (parsed.success) return parsed.data.name
  throw new GalleyError(
    'bad-request',
    'The service folder’s name has 1 to 63 small letters, digits, “-” and “_”, without a dot before it. Send {"name": …}.',
    { where: 'name' }
  )
}

function ownerProblem(where: string): string {
  if (where === 'owner.email') return 'This is no e-mail address. Write it as name@example.com.'
  if (where === 'owner.name') return 'A name of 1 to 200 characters is needed.'
  return 'Send {"owner": {"name": …, "email": …}}.'
}
