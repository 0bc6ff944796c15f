import { basename } from 'node:path'
import { z } from 'zod'
import type { workspaceOperations } from '../../common/api/operations/workspace'
import type { WorkspaceInfo, You } from '../../common/api/types'
import { GalleyError } from '../../common/errors'
import { jsonAnswer } from '../http/answers'
import type { Known } from '../http/asked'
import type { Handlers } from '../http/room'
import type { WorkspaceParts } from './parts'
import type { Settings } from '../settings'
import { notifyOwner } from '../settings'
import { personOf } from '../callers/people'
import { LONGEST_MS } from '../callers/sessions/session-book'
import { readSmallJson } from '../http/small-bodies'
import type { Caller } from '../callers/types'

/** Which workspace this is, whose (A1), and what its service folders are called (N4). */
export function workspaceHandlers(parts: WorkspaceParts) {
  const { store, settings, events } = parts
  return {
    async readWorkspace(asked) {
      return answer(parts, asked, await settings.read())
    },
    async setOwner(asked) {
      const owner = parseOwner(await readSmallJson(asked.request))
      const value = await settings.update((current) => ({ ...current, owner }))
      notifyOwner(store, value)
      await events.tell({ type: 'workspace' })
      return answer(parts, asked, value)
    },
    /** The folders in all sites are renamed with it. */
    async setServiceFolder(asked) {
      if (parts.leader) return parts.leader.handOn(asked)
      const name = parseName(await readSmallJson(asked.request))
      const value = await parts.serviceFolder.rename(name, personOf(asked.caller))
      await events.tell({ type: 'workspace' })
      return answer(parts, asked, value)
    }
  } satisfies Partial<Handlers<Known, typeof workspaceOperations>>
}

function answer(
  { store, appVersion }: WorkspaceParts,
  { caller, access }: Known,
  settings: Settings
): Response {
  const { id, folder } = store
  const info: WorkspaceInfo = {
    id,
    name: folder ? basename(folder.location) : id,
    ...(folder && caller.kind === 'owner' ? { location: folder.location } : {}),
    owner: settings.owner,
    you: youAre(caller),
    serviceFolder: settings.serviceFolder,
    appVersion,
    // they name places that not everybody may read
    problems: access.unrestricted && folder ? folder.problems() : []
  }
  return jsonAnswer(info)
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
