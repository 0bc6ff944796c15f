import { z } from 'zod'
import { urlOf } from '../../common/api/url'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { RemoteVersion } from '../../common/sync'
import { answers } from '../outgoing'
import type { Ask } from './ask'

/** As servers write it; some leave things out (description, “List versions”; map, C). */
const entry = z.object({
  timestamp: z.number().int().min(0).max(8.64e15),
  users: z
    .object({ email: z.string().max(320) })
    .array()
    .max(100)
    .catch([])
})
const record = entry.extend({
  url: z.string().max(2048),
  label: z.string().max(1000).optional().catch(undefined)
})

const MOST_VERSIONS = 100_000

/**
 * The versions that a server keeps of a file, newest first. Entries that have no content to show are left
 * out.
 */
export async function remoteVersionsOf(ask: Ask, path: ContentPath): Promise<RemoteVersion[]> {
  const versions = (await historyOf(ask, path)).flatMap((value): RemoteVersion[] => {
    const { data } = record.safeParse(value)
    return data ? [{ ...data, label: data.label ?? null }] : []
  })
  return versions.sort((a, b) => b.timestamp - a.timestamp)
}

/** E-mail of who is in the newest entry, be it a version or only a note of a change; null when none tells. */
export async function lastInHistory(ask: Ask, path: ContentPath): Promise<string | null> {
  let newest: z.infer<typeof entry> | null = null
  for (const value of await historyOf(ask, path)) {
    const { data } = entry.safeParse(value)
    if (data && data.timestamp > (newest?.timestamp ?? -1)) newest = data
  }
  return writerIn(newest?.users[0]?.email ?? '')
}

/** What a server tells as an e-mail, for people: null when it is nothing that may be shown as a name. */
export const writerIn = (told: string): string | null =>
  told.length <= 320 && /^[^\p{C}\p{Z}]+$/u.test(told) ? told : null

async function historyOf(ask: Ask, path: ContentPath): Promise<readonly unknown[]> {
  const answer = await ask('GET', urlOf('listVersions', { at: path }), {
    headers: { Accept: 'application/json' },
    ok: [200, 404],
    limits: answers.list
  })
  if (answer.status === 404) return []
  const listed = await answer.json()
  if (!Array.isArray(listed))
    throw new GalleyError('unreachable', 'The server’s list of versions cannot be read.')
  return listed.slice(0, MOST_VERSIONS)
}

/**
 * The bytes of a version. Its address is taken unchanged from the list (description, “Get version content”).
 * @throws GalleyError bad-request for what is no such address · not-found · unreachable
 */
export async function remoteVersionContent(ask: Ask, url: string): Promise<Uint8Array> {
  const isVersion = /^\/?versionsource\/[^?#\\]+$/.test(url) && !decodedOf(url).split('/').includes('..')
  if (!isVersion)
    throw new GalleyError('bad-request', 'This is no address of a version. Take it from the list.', {
      where: 'url'
    })
  const answer = await ask('GET', url.startsWith('/') ? url : `/${url}`, { ok: [200] })
  return answer.bytes()
}

/** What the server has now; null when there is no such file. */
export async function remoteContent(ask: Ask, path: ContentPath): Promise<Uint8Array | null> {
  const answer = await ask('GET', urlOf('readFile', { at: path }), { ok: [200, 404] })
  return answer.status === 404 ? null : answer.bytes()
}

export async function remoteExists(ask: Ask, path: ContentPath): Promise<boolean> {
  return (await ask('HEAD', urlOf('readFile', { at: path }), { ok: [200, 404] })).status === 200
}

/** A token that the server does not take is no 401 of ours: our own caller is signed in. */
export async function asRemoteTrouble<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GalleyError && error.reason === 'unauthenticated')
      throw new GalleyError('forbidden', error.message, { cause: error })
    throw error
  }
}

function decodedOf(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return '..'
  }
}
