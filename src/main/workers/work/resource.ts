import { isUtf8 } from 'node:buffer'
import { jsonBytes } from '../../../common/json/bytes'
import { readCustomHead } from '../../../common/publishing/custom-head'
import { mediaIn } from '../../../common/publishing/page-references'
import { metadataIn } from '../../../common/publishing/page-metadata'
import { siteSheetFiles } from '../../../common/publishing/site-sheet'
import { isUnlisted } from '../../../common/publishing/sitemap'
import { kindOf } from '../../../common/formats/files'
import type { ContentPath } from '../../../common/content/paths'
import { contentPath, nameOf, segmentsOf, splitName } from '../../../common/content/paths'
import { GalleyError, sentence } from '../../../common/errors'
import { readElements } from '../../../common/html'
import { documentIn, schemaAddress } from '../../../common/formats/structured'

/** What a published content is: how it is delivered depends on it. */
type ResourceKind = 'page' | 'structured' | 'head' | 'json' | 'media'

/** What a content asks for when it is published. */
export interface Resource {
  readonly kind: ResourceKind
  /** The schema document that its data is typed by. */
  readonly schema: ContentPath | null
  /** Media of the site that the page shows, published with it. */
  readonly media: readonly ContentPath[]
  /** It asks search engines to leave it out. */
  readonly unlisted: boolean
}

export interface ResourceSource {
  readonly path: ContentPath
  /** Needed for HTML and JSON only. */
  readonly bytes: Uint8Array
  readonly serviceFolder: string
}

/**
 * Looks into a content that is to be published.
 * @throws GalleyError bad-request for JSON that readers could not read · too-large · too-complex for what is
 * beyond the bounds (X5)
 */
export function resourceIn({ path, bytes, serviceFolder }: ResourceSource): Resource {
  const kind = kindOf(splitName(nameOf(path)).ext)
  if (kind === 'json') {
    requireJson(path, bytes)
    return { ...nothing, kind: 'json' }
  }
  if (kind !== 'html') return { ...nothing, kind: 'media' }
  const html = new TextDecoder().decode(bytes)
  if (isSiteHead(path) && readCustomHead(html) !== null) return { ...nothing, kind: 'head' }
  const roots = readElements(html)
  const media = mediaIn(roots, path)
  const unlisted = isUnlisted(metadataIn(roots))
  const reading = documentIn(html, roots)
  if (!('document' in reading)) return { kind: 'page', schema: null, media, unlisted }
  const { schemaName } = reading.document.metadata
  return { kind: 'structured', schema: schemaPath(path, serviceFolder, schemaName), media, unlisted }
}

const nothing = { schema: null, media: [], unlisted: false } as const

/** What a site puts into the head of each page (U8). */
const isSiteHead = (path: ContentPath): boolean =>
  segmentsOf(path).length === 3 && nameOf(path) === siteSheetFiles.head

function requireJson(path: ContentPath, bytes: Uint8Array): void {
  try {
    // without making values of it: a sheet of 60 MB would take half a gigabyte
    if (!isUtf8(bytes)) throw new GalleyError('bad-request', 'It is not UTF-8.')
    jsonBytes(bytes).whole()
  } catch (cause) {
    if (!(cause instanceof GalleyError) || cause.reason !== 'bad-request') throw cause
    throw new GalleyError('bad-request', sentence`${{ problem: cause.message }} Mend it, then publish it.`, {
      where: path,
      cause
    })
  }
}

/** Null for a name that no file can have. */
function schemaPath(path: ContentPath, service: string, id: string): ContentPath | null {
  const [org = '', site = ''] = segmentsOf(path)
  try {
    return contentPath(schemaAddress({ org, site, service, id }))
  } catch {
    return null
  }
}
