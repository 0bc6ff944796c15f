import { GalleyError, sentence } from '../errors'

/**
 * A canonical content path (N5): starts with `/`, Unicode NFC, no empty, `.` or `..` segment, no trailing
 * slash. `/` alone is the root that holds the organizations. `/org/site/folder/page.html` is a file.
 */
export type ContentPath = string & { readonly __brand: 'ContentPath' }

export const ROOT = '/' as ContentPath

const MAX_SEGMENT_BYTES = 255
/** Of a content path (N5). */
export const MAX_PATH_BYTES = 2048
const encoder = new TextEncoder()
/** A sign has three bytes at most for each of its UTF-16 units, so most texts need not be encoded to know. */
const isLonger = (text: string, bytes: number) =>
  text.length * 3 > bytes && encoder.encode(text).length > bytes

/**
 * The canonical form of a decoded path.
 * @param text already percent-decoded; a leading slash is optional
 * @throws GalleyError `bad-path` that says what is wrong with which segment (N5)
 */
export function contentPath(text: string): ContentPath {
  const normal = text.normalize('NFC')
  const trimmed = normal.startsWith('/') ? normal.slice(1) : normal
  if (trimmed === '') return ROOT
  if (isLonger(trimmed, MAX_PATH_BYTES - 1)) {
    throw new GalleyError(
      'bad-path',
      sentence`The path is longer than ${{ most: MAX_PATH_BYTES }} bytes. Use shorter names.`,
      { where: shown(text) }
    )
  }
  for (const segment of trimmed.split('/')) checkSegment(segment, text)
  return `/${trimmed}` as ContentPath
}

/** True for a path in its one canonical form, as Galley writes it into records. */
export function isContentPath(value: unknown): value is ContentPath {
  if (typeof value !== 'string') return false
  try {
    return contentPath(value) === value
  } catch {
    return false
  }
}

/**
 * The canonical form of a path taken from a URL: percent-decoded exactly once (N5).
 * @throws GalleyError `bad-path` for broken escapes and for everything `contentPath` refuses
 */
export function contentPathFromUrl(encoded: string): ContentPath {
  let decoded: string
  try {
    decoded = decodeURIComponent(encoded)
  } catch {
    throw new GalleyError('bad-path', 'The address holds a broken percent escape.', { where: shown(encoded) })
  }
  return contentPath(decoded)
}

/** A path for use in a URL, each segment escaped; for a content path the inverse of `contentPathFromUrl`. */
export function pathToUrl(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Checks one name as a person types it. @throws GalleyError `bad-path` */
export function checkName(name: string): string {
  const normal = name.normalize('NFC')
  checkSegment(normal, name)
  if (normal.includes('/'))
    throw new GalleyError('bad-path', 'A name cannot contain a slash.', { where: shown(name) })
  return normal
}

/** Segments without the leading slash; `[]` for the root. */
export function segmentsOf(path: ContentPath): string[] {
  return path === ROOT ? [] : path.slice(1).split('/')
}

/** The organization that a path lies in: `a` of `/a/b/c.html`; `''` for the root, and for no path. */
export function orgOf(path: ContentPath | null): string {
  return path === null ? '' : (segmentsOf(path)[0] ?? '')
}

/** The site that a path lies in: `/a/b` of `/a/b/c.html`. */
export function siteOf(path: ContentPath): ContentPath {
  return `/${segmentsOf(path).slice(0, 2).join('/')}` as ContentPath
}

/** `/a/b/c.html` → `/a/b`; the root is its own parent. */
export function parentOf(path: ContentPath): ContentPath {
  const cut = path.lastIndexOf('/')
  return (cut <= 0 ? ROOT : path.slice(0, cut)) as ContentPath
}

/** The last segment with its extension; `''` for the root. */
export function nameOf(path: ContentPath): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** @throws GalleyError `bad-path` when the name is not allowed */
export function childOf(folder: ContentPath, name: string): ContentPath {
  return contentPath(`${folder === ROOT ? '' : folder}/${checkName(name)}`)
}

/**
 * `page.html` → `{ name: 'page', ext: 'html' }`. A leading dot starts no extension; `ext` is as written, `''`
 * if none.
 */
export function splitName(fileName: string): { name: string; ext: string } {
  const dot = fileName.lastIndexOf('.')
  if (dot <= 0 || dot === fileName.length - 1) return { name: fileName, ext: '' }
  return { name: fileName.slice(0, dot), ext: fileName.slice(dot + 1) }
}

/** True when `path` is `folder` or lies below it. */
export function isWithin(path: ContentPath, folder: ContentPath): boolean {
  return folder === ROOT || path === folder || path.startsWith(`${folder}/`)
}

/** True when `path` is one of the folders or lies below one: its own depth is what that costs. */
export function isWithinAny(path: ContentPath, folders: ReadonlySet<ContentPath>): boolean {
  for (let at = path; ; at = parentOf(at)) {
    if (folders.has(at)) return true
    if (at === ROOT) return false
  }
}

/** Of several paths, those that are not inside another one of them. */
export function topmost(paths: Iterable<ContentPath>): ContentPath[] {
  const all = new Set(paths)
  return [...all].filter((path) => path === ROOT || !isWithinAny(parentOf(path), all))
}

/** The form under which two names in one folder clash (N5): equal keys may not both exist. */
export function clashKey(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC')
}

/** Dot names never show in lists, except in their own app (N4). */
export function isHidden(name: string): boolean {
  return name.startsWith('.')
}

function checkSegment(segment: string, whole: string): void {
  const problem = segmentProblem(segment)
  if (problem) throw new GalleyError('bad-path', problem, { where: shown(whole) })
}

function segmentProblem(segment: string): string | null {
  if (segment === '') return 'The path has an empty part (two slashes in a row, or one at the end).'
  if (segment === '.' || segment === '..') return 'A path cannot contain “.” or “..”.'
  if (segment.includes('\\')) return 'A name cannot contain a backslash.'
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(segment)) return 'A name cannot contain control characters.'
  if (hasLoneSurrogate(segment)) return 'A name holds half a character.'
  if (isLonger(segment, MAX_SEGMENT_BYTES))
    return `A name is longer than ${MAX_SEGMENT_BYTES} bytes. Shorten it.`
  return null
}

function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}

const shown = (text: string) => (text.length > 120 ? `${text.slice(0, 117)}…` : text)

/** Whether a path lies in the dot folder of a site into which clients move what they delete (S4). */
export const isInClientTrash = (path: ContentPath): boolean => segmentsOf(path).slice(2).includes('.trash')
