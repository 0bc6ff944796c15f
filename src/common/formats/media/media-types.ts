/** How the app opens a file of this kind. */
export type FileKind = 'html' | 'json' | 'image' | 'pdf' | 'video' | 'audio' | 'other'

interface MediaType {
  readonly type: string
  readonly kind: FileKind
}

const byExtension: Readonly<Record<string, MediaType>> = {
  html: { type: 'text/html', kind: 'html' },
  json: { type: 'application/json', kind: 'json' },
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
  flac: { type: 'audio/flac', kind: 'audio' },
  css: { type: 'text/css', kind: 'other' },
  csv: { type: 'text/csv', kind: 'other' },
  js: { type: 'text/javascript', kind: 'other' },
  link: { type: 'application/json', kind: 'other' },
  md: { type: 'text/markdown', kind: 'other' },
  txt: { type: 'text/plain', kind: 'other' },
  xml: { type: 'application/xml', kind: 'other' },
  yaml: { type: 'application/yaml', kind: 'other' },
  yml: { type: 'application/yaml', kind: 'other' }
}

const entryFor = (ext: string): MediaType | undefined =>
  Object.hasOwn(byExtension, ext.toLowerCase()) ? byExtension[ext.toLowerCase()] : undefined

/** The media type a file is served with, without charset; `application/octet-stream` when unknown. */
export function mediaTypeOf(ext: string): string {
  return entryFor(ext)?.type ?? 'application/octet-stream'
}

/** The Content-Type header: `text/*` carries its charset (map, M). */
export function contentTypeOf(ext: string): string {
  const type = mediaTypeOf(ext)
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

export function kindOf(ext: string): FileKind {
  return entryFor(ext)?.kind ?? 'other'
}

/** Only HTML and JSON files have versions (description, “What the service does” 2). */
export function hasVersions(ext: string): boolean {
  const kind = kindOf(ext)
  return kind === 'html' || kind === 'json'
}
