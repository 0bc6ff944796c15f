import { z } from 'zod'
import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { wholeAddress } from '../../common/sync'
import { signInSetting } from '../../common/sync/shapes'
import type { Store, StoreDocument } from '../store/types'

/** A server to sync with. Its token is kept apart (Y11). */
const remote = z.object({
  id: z.string(),
  name: z.string(),
  /** Without a slash at its end. */
  base: z.string(),
  /** How somebody signs in for a token; null: it is pasted. */
  signIn: signInSetting.nullable().default(null)
})

/** A site or folder here, and the same there. */
const pair = z.object({
  id: z.string(),
  remoteId: z.string(),
  local: z.string(),
  remote: z.string(),
  /** The service folder's name on the server, without its dot. */
  serviceFolder: z.string(),
  lowerCase: z.boolean(),
  firstSync: z.enum(['ask', 'local', 'remote']),
  /** Not by itself: only when somebody says so. */
  paused: z.boolean(),
  /** What is neither sent nor received (Y33). */
  leaveOut: z.object({ folders: z.string().array(), media: z.boolean() }).exactOptional(),
  /** How often the server is looked at; 1 when left out. */
  everyMinutes: z.number().exactOptional()
})

const settings = z.object({
  remotes: remote.array().default([]),
  pairs: pair.array().default([])
})

export type Remote = z.infer<typeof remote>
export type Pair = z.infer<typeof pair>
export type SyncSettings = z.infer<typeof settings>

export function openSyncSettings(store: Store): StoreDocument<SyncSettings> {
  return store.document('sync', (value) => settings.parse(value ?? {}), settings.parse({}))
}

/**
 * A base address as it is kept.
 * @throws GalleyError bad-request unless it is https, or http on this machine
 */
export function baseAddress(text: string): string {
  let url: URL
  try {
    url = new URL(wholeAddress(text))
  } catch {
    throw wrong('base', 'Give the whole address of the service, for example https://content.example.com.')
  }
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw wrong('base', 'The address begins with https:// — a token does not travel over an open line.')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw wrong('base', 'The address holds no password, question mark or number sign.')
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** A site or a folder in one. @throws GalleyError bad-request · bad-path */
export function pairPath(text: string, where: string): ContentPath {
  const path = contentPath(text.replace(/(?<!\/)\/+$/, ''))
  if (segmentsOf(path).length < 2)
    throw wrong(where, 'Choose a site, or a folder in one: /organization/site.')
  return path
}

export const isSite = (path: string): boolean => path.split('/').length === 3

const wrong = (where: string, message: string) => new GalleyError('bad-request', message, { where })
