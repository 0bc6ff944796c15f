import { contentPath, contentPathFromUrl, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { filesFor } from '../../common/publishing/addresses'
import { jobRequest, type selectable } from '../../common/publishing/jobs'
import { readSmallJson } from '../http/small-bodies'
import { takingTurns } from '../system/turns'

/** What a bulk request or a status job asks for. */
export interface JobRequest {
  readonly paths: readonly PathRequest[]
  readonly forceUpdate: boolean
  readonly remove: boolean
  readonly pathsOnly: boolean
  readonly select: readonly Selected[]
  readonly indexNames: readonly string[] | null
}

/** One path, with the files that it may mean, or everything below a prefix that ends with a slash. */
export type PathRequest =
  | { readonly path: string; readonly files: readonly [ContentPath, ...ContentPath[]] }
  | { readonly prefix: string }

export type Selected = (typeof selectable)[number]

const MAX_BYTES = 8 * 1024 * 1024

/**
 * Reads the body of a job's request. Paths begin with a slash; one that ends with `/*` means all below it.
 * @throws GalleyError bad-request, bad-path, too-large, too-complex
 */
export async function readRequest(request: Request, site: string): Promise<JobRequest> {
  const value = (await readSmallJson(request, MAX_BYTES)) ?? {}
  const parsed = jobRequest.safeParse(value)
  if (!parsed.success) {
    throw new GalleyError(
      'bad-request',
      'Send {"paths": […], "select"?: ["edit", "preview", "live"], "pathsOnly"?, "forceUpdate"?, "delete"?}.',
      { where: parsed.error.issues[0]?.path.join('.') || 'body' }
    )
  }
  const { paths = ['/*'], forceUpdate, pathsOnly, select, indexNames, delete: remove } = parsed.data
  const turn = takingTurns()
  const allWanted: PathRequest[] = []
  for (const path of paths) {
    await turn()
    allWanted.push(pathRequest(path, site))
  }
  return {
    paths: allWanted,
    forceUpdate: forceUpdate ?? false,
    remove: remove ?? false,
    pathsOnly: pathsOnly ?? false,
    indexNames: indexNames ?? null,
    select: [...new Set(select ?? (['preview', 'live'] as const))]
  }
}

function pathRequest(text: string, site: string): PathRequest {
  if (!text.startsWith('/')) {
    throw new GalleyError(
      'bad-request',
      'A path begins with a slash and is one of the site: /docs/page, or /docs/*.',
      {
        where: text.slice(0, 200)
      }
    )
  }
  if (text.endsWith('/*') || text.endsWith('/**')) {
    const prefix = text.replace(/(?<!\*)\*+$/, '')
    folderOf(contentPathFromUrl(site), prefix)
    return { prefix }
  }
  return { path: text, files: filesOf({ path: text }, site) }
}

/**
 * The folder that a prefix means: `/docs/` of the site; the site itself for `/`.
 * @throws GalleyError bad-path (N5)
 */
export const folderOf = (site: ContentPath, prefix: string): ContentPath =>
  contentPath(site + prefix.replace(/(?<!\/)\/+$/, ''))

/**
 * The files that a single path may mean; paths in bodies are not percent-encoded.
 * @throws GalleyError bad-path
 */
export function filesOf(
  { path }: { readonly path: string },
  site: string
): readonly [ContentPath, ...ContentPath[]] {
  // half a character has no percent-encoded form, and is refused as what it is
  if (/\p{Surrogate}/u.test(path)) folderOf(contentPathFromUrl(site), path)
  return filesFor(site, path.split('/').map(encodeURIComponent).join('/'))
}
