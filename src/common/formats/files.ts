import { nameOf, splitName, type ContentPath } from '../content/paths'

/** How the app opens a file of this kind. */
export type FileKind = 'html' | 'json' | 'image' | 'pdf' | 'video' | 'audio' | 'other'

/** Files of one format by their extension, in lower case. */
type FileTypes = Readonly<Record<string, FileType>>

interface FileType {
  /** The media type it is served with. */
  readonly type: string
  readonly kind: FileKind
  /** What editors call the language of its text; without one it is plain. */
  readonly language?: string
}

/** Pages, structured documents among them. */
const pageFiles: FileTypes = {
  html: { type: 'text/html', kind: 'html', language: 'html' }
}

/** JSON, documents of sheets among it. */
const jsonFiles: FileTypes = {
  json: { type: 'application/json', kind: 'json', language: 'json' },
  link: { type: 'application/json', kind: 'other', language: 'json' }
}

/** What people write line by line. */
const textFiles: FileTypes = {
  css: { type: 'text/css', kind: 'other', language: 'css' },
  csv: { type: 'text/csv', kind: 'other' },
  js: { type: 'text/javascript', kind: 'other', language: 'javascript' },
  md: { type: 'text/markdown', kind: 'other', language: 'markdown' },
  txt: { type: 'text/plain', kind: 'other' },
  xml: { type: 'application/xml', kind: 'other', language: 'xml' },
  yaml: { type: 'application/yaml', kind: 'other', language: 'yaml' },
  yml: { type: 'application/yaml', kind: 'other', language: 'yaml' }
}

/** What is shown or played, and never taken apart. */
const mediaFiles: FileTypes = {
  svg: { type: 'image/svg+xml', kind: 'image' },
  png: { type: 'image/png', kind: 'image' },
  jpg: { type: 'image/jpeg', kind: 'image' },
  jpeg: { type: 'image/jpeg', kind: 'image' },
  gif: { type: 'image/gif', kind: 'image' },
  webp: { type: 'image/webp', kind: 'image' },
  avif: { type: 'image/avif', kind: 'image' },
  ico: { type: 'image/vnd.microsoft.icon', kind: 'image' },
  pdf: { type: 'application/pdf', kind: 'pdf' },
  mp4: { type: 'video/mp4', kind: 'video' },
  webm: { type: 'video/webm', kind: 'video' },
  mov: { type: 'video/quicktime', kind: 'video' },
  ogv: { type: 'video/ogg', kind: 'video' },
  mp3: { type: 'audio/mpeg', kind: 'audio' },
  m4a: { type: 'audio/mp4', kind: 'audio' },
  aac: { type: 'audio/aac', kind: 'audio' },
  ogg: { type: 'audio/ogg', kind: 'audio' },
  opus: { type: 'audio/ogg', kind: 'audio' },
  wav: { type: 'audio/wav', kind: 'audio' },
  flac: { type: 'audio/flac', kind: 'audio' }
}

/**
 * Every format by the files that are of it: what a file is by its name is said here and nowhere else (MG8).
 */
const table = { page: pageFiles, json: jsonFiles, text: textFiles, media: mediaFiles } as const

export type FormatName = keyof typeof table

const byExtension = new Map(
  (['page', 'json', 'text', 'media'] as const).flatMap((format) =>
    Object.entries(table[format]).map(([ext, file]) => [ext, { ...file, format }] as const)
  )
)
const fileOf = (ext: string) => byExtension.get(ext.toLowerCase())

/**
 * The format of files with this extension, however it is written; `media` when unknown: bytes that are not
 * looked into.
 */
export const formatOf = (ext: string): FormatName => fileOf(ext)?.format ?? 'media'

/** The same of a path. */
export const formatOfPath = (path: ContentPath): FormatName => formatOf(splitName(nameOf(path)).ext)

/** Whether files with this extension are pages. */
export const isPage = (ext: string): boolean => formatOf(ext) === 'page'

/** The media type a file is served with, without charset; `application/octet-stream` when unknown. */
export function mediaTypeOf(ext: string): string {
  return fileOf(ext)?.type ?? 'application/octet-stream'
}

/** The Content-Type header: `text/*` carries its charset (map, M). */
export function contentTypeOf(ext: string): string {
  const type = mediaTypeOf(ext)
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

export function kindOf(ext: string): FileKind {
  return fileOf(ext)?.kind ?? 'other'
}

/** The same of a path. */
export const kindOfPath = (path: ContentPath): FileKind => kindOf(splitName(nameOf(path)).ext)

/** What editors call the language of such a file. */
export const languageOf = (ext: string): string => fileOf(ext)?.language ?? 'plaintext'

/** Only HTML and JSON files have versions (description, “What the service does” 2). */
export function hasVersions(ext: string): boolean {
  const kind = kindOf(ext)
  return kind === 'html' || kind === 'json'
}
