import { contentPath, isHidden, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { ImportRequest } from '../../common/importing/shapes'
import type { ImportLimits } from './limits'
import { readRequest, type StoredSource } from './sources'
import type { Read } from './sources/kind'

/** What a request means, once it is known to make sense. */
export interface Begun extends Read<StoredSource> {
  readonly target: ContentPath
}

/** Reads a request. @throws GalleyError bad-request, bad-path, too-large */
export function begin(site: ContentPath, { source, folder }: ImportRequest, limits: ImportLimits): Begun {
  const target = folder === undefined ? site : inSite(site, folder)
  return { target, ...readRequest(source, site, limits) }
}

function inSite(site: ContentPath, folder: string): ContentPath {
  const trimmed = folder.trim().replace(/^\/+|(?<!\/)\/+$/g, '')
  if (trimmed === '') return site
  const path = contentPath(`${site}/${trimmed}`)
  if (segmentsOf(path).some(isHidden))
    throw new GalleyError('bad-path', 'A folder whose name begins with a dot is not imported into.', {
      where: path
    })
  return path
}
