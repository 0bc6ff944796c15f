/** Files that make up how a site looks; nothing else of its folder is given out. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/vnd.microsoft.icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  wasm: 'application/wasm',
  mp4: 'video/mp4'
}

/** What no page of content is: such a file is looked for in the code first. */
const codeFirst: ReadonlySet<string> = new Set([
  'js',
  'mjs',
  'css',
  'map',
  'woff',
  'woff2',
  'ttf',
  'otf',
  'wasm'
])

/** One file of a site's code. */
export interface CodeFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** Where the code of a site is read from. */
export interface SiteCodeSource {
  /**
   * @param path decoded, from the site's root: `/blocks/hero/hero.js`
   * @returns null where there is none
   * @throws GalleyError with a sentence for people where it cannot be asked for
   */
  read(path: string): Promise<CodeFile | null>
}

/** Bytes of one file. */
export const MOST_CODE_BYTES = 16 * 1024 * 1024

export const extensionOf = (path: string): string =>
  /\.([^./]+)$/.exec(path.slice(path.lastIndexOf('/') + 1))?.[1]?.toLowerCase() ?? ''

export const isCodeFirst = (path: string): boolean => codeFirst.has(extensionOf(path))

/** Null: no part of how a site looks, or hidden. */
export function codeType(path: string): string | null {
  const parts = path.split('/').slice(1)
  if (parts.some((part) => part === '' || part.startsWith('.') || /[\\\p{Cc}:]/u.test(part))) return null
  if (parts.includes('node_modules')) return null
  return types[extensionOf(path)] ?? null
}
