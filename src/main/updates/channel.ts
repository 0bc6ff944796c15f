import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { GalleyError } from '../../common/errors'

/** Where a build asks for updates, and whose word it takes for them (UP2). */
export interface Channel {
  readonly name: string
  /** The address of the manifest. */
  readonly address: URL
  /** Public keys by their ids: several, so that one can be replaced. Ed25519, DER (SPKI) in base64. */
  readonly keys: ReadonlyMap<string, string>
}

const file = z.strictObject({
  channel: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/),
  address: z.url().max(2048),
  keys: z.record(z.string().regex(/^[A-Za-z0-9._-]{1,60}$/), z.base64().max(200)),
  /** For tests on this computer: http of loopback is allowed. No release takes such a file. */
  test: z.literal(true).optional()
})

/**
 * Reads the file that a release has beside the app.
 * @returns null where there is none: such a build has no place to ask
 * @throws GalleyError bad-request for a file that a release must not have
 */
export async function readChannel(path: string, isRelease: boolean): Promise<Channel | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return null
  }
  const read = file.safeParse(jsonIn(text))
  if (!read.success || Object.keys(read.data.keys).length === 0) throw unusable()
  const { channel, address, keys, test } = read.data
  if (test && isRelease) throw unusable()
  const url = new URL(address)
  if (!isAllowed(url, test === true)) throw unusable()
  return { name: channel, address: url, keys: new Map(Object.entries(keys)) }
}

/** https; in a test also http of this computer. No names or passwords in it. */
export function isAllowed(url: URL, isTest: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (isTest && url.protocol === 'http:' && url.hostname === '127.0.0.1')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const unusable = () =>
  new GalleyError(
    'bad-request',
    'This build names no place for updates that can be used. Get new versions where you got this one.'
  )
