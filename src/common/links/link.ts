import { z } from 'zod'
import { contentPath, ROOT, segmentsOf, type ContentPath } from '../content/paths'
import { GalleyError } from '../errors'

/** A document that a link or a file from outside asks for. It says where, and nothing else. */
interface DocumentLink {
  /** The origin of the server that it is of; null: of whatever workspace is open. */
  readonly server: string | null
  /** There: organization, site and path. */
  readonly path: ContentPath
}

type LinkReading = { readonly link: DocumentLink } | { readonly problem: string }

/** The scheme of links from outside; never `galley:`, which is the app’s own origin (LI1). */
export const LINK_SCHEME = 'galley-link:'

/** Letters of a link; bytes of a file. */
const MOST = 2_048
const MOST_OF_A_FILE = 4_096

const noLink = { problem: 'This is no link of Galley.' }

/**
 * Reads `galley-link://open/<org>/<site>/<path>?server=<https origin>` (LI1). What is not exactly that is
 * refused with a sentence; nothing is guessed.
 */
export function readLink(text: string): LinkReading {
  if (text.length > MOST) return { problem: 'This link is too long.' }
  // controls, blanks and signs outside of ASCII are percent-encoded in a link
  if (!/^[\x21-\x7e]+$/.test(text)) return noLink
  const [, place, query] = /^galley-link:\/\/open(\/[^?#]*?)\/?(?:\?([^#]*))?$/i.exec(text) ?? []
  if (place === undefined) return noLink
  const server = serverIn(query)
  if (typeof server === 'object' && server !== null) return server
  try {
    return linkTo(`/${place.slice(1).split('/').map(decoded).join('/')}`, server)
  } catch {
    return noLink
  }
}

/** A segment of a link is decoded once; a slash in it would be a place more. */
function decoded(segment: string): string {
  const text = decodeURIComponent(segment)
  if (text.includes('/')) throw new TypeError('a segment holds no slash')
  return text
}

/** Null where none is named. */
function serverIn(query: string | undefined): string | null | { readonly problem: string } {
  if (query === undefined || query === '') return null
  const [, value] = /^server=([^&=]+)$/.exec(query) ?? []
  if (value === undefined) return noLink
  try {
    return originIn(decodeURIComponent(value)) ?? wrongServer
  } catch {
    return wrongServer
  }
}

const wrongServer = { problem: 'The server of this link is no https address without a path.' }

/** The origin that a text is, exactly; null for anything else, and for what is not https. */
function originIn(text: string): string | null {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' && url.origin === text.toLowerCase().replace(/:443$/, '')
      ? url.origin
      : null
  } catch {
    return null
  }
}

function linkTo(text: string, server: string | null): LinkReading {
  let path: ContentPath
  try {
    path = contentPath(text)
  } catch (error) {
    return { problem: error instanceof GalleyError ? error.message : noLink.problem }
  }
  const segments = segmentsOf(path)
  if (path === ROOT || segments.length < 3) return { problem: 'This link names no document of a site.' }
  if (segments.some((segment) => segment.startsWith('.')))
    return { problem: 'What begins with a dot is opened by no link.' }
  return { link: { server, path } }
}

const linkFile = z.strictObject({
  server: z.string().max(MOST).optional(),
  organization: z.string().min(1).max(255),
  site: z.string().min(1).max(255),
  path: z.string().min(1).max(MOST)
})

/** Reads a file `*.galley`: JSON with server, organization, site and path, and no secret (LI2). */
export function readLinkFile(text: string): LinkReading {
  const none = { problem: 'This file is none that names a document: it has no organization, site and path.' }
  if (text.length > MOST_OF_A_FILE)
    return { problem: 'This file is too large for one that names a document.' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return none
  }
  const read = linkFile.safeParse(value)
  if (!read.success) return none
  const { server, organization, site, path } = read.data
  if (organization.includes('/') || site.includes('/')) return none
  const origin = server === undefined ? null : originIn(server)
  if (server !== undefined && origin === null) return wrongServer
  return linkTo(`/${organization}/${site}/${path.replace(/^\//, '')}`, origin)
}

/** The link to a document, as `readLink` reads it; null where it would be too long. */
export function linkFor({ server, path }: DocumentLink): string | null {
  const place = segmentsOf(path).map(encodeURIComponent).join('/')
  const query = server === null ? '' : `?server=${encodeURIComponent(server)}`
  const link = `${LINK_SCHEME}//open/${place}${query}`
  return link.length > MOST ? null : link
}
