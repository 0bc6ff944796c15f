import type { ContentPath } from '../../../common/content/paths'
import { nameOf, splitName } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { formatOf, formatOfPath } from '../../../common/formats/files'
import type { Asking } from '../asking'

/** A document as text, with what has to be sent back to change it. */
export interface TextRead {
  readonly text: string
  readonly etag: string
}

/** @throws GalleyError not-found, forbidden, bad-request for what is no text */
export async function readText({ api }: Asking, path: ContentPath): Promise<TextRead> {
  requireText(path)
  const { text, etag } = await api.read(path)
  return { text, etag }
}

/** @throws GalleyError bad-request for media, whose bytes are no text */
export function requireText(path: ContentPath): void {
  if (formatOf(splitName(nameOf(path)).ext) !== 'media') return
  throw new GalleyError('bad-request', 'This file is media, no text. Its address serves its bytes.', {
    where: path
  })
}

/** The text of a state of a file: as it is now, or one of its versions and no other file’s (P6, F8). */
export async function textAt(asking: Asking, path: ContentPath, version?: string): Promise<TextRead> {
  if (version === undefined) return readText(asking, path)
  requireText(path)
  const { bytes, etag } = await versionOf(asking, path, version)
  return { text: new TextDecoder().decode(bytes), etag }
}

/** @throws GalleyError not-found for what is no version of this file */
export async function versionOf({ api }: Asking, path: ContentPath, version: string) {
  const own = (await api.versions(path)).some(({ url }) => url === version)
  if (own) return api.readVersion(version)
  throw new GalleyError('not-found', 'The file has no such version. The tool `versions` names them.', {
    where: 'version'
  })
}

/** What makes one text of another, in a worker. */
export const difference = (asking: Asking, path: ContentPath, before: string, after: string) =>
  asking.work('difference', path, { before, after, format: formatOfPath(path) }, before.length + after.length)
