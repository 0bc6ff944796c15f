import { GalleyError } from '../../../../common/errors'
import { kindOf, mediaTypeOf } from '../../../../common/formats/files'
import { isDrawing, pictureExcess } from '../../../../common/content/picture-excess'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent } from '../../api'
import { shrunk } from './shrunk'

/** Larger pictures are drawn smaller; what plays is named instead of shown. */
const MAX_INLINE = 4 * 1024 * 1024
/** Larger pictures are named, too. */
const MAX_DRAWN = 64 * 1024 * 1024
/** Dots on the longer side of a picture that is drawn smaller. */
const MOST_DOTS = 1600
const MAX_KEPT = 64 * 1024 * 1024

export type Inlined =
  { readonly kind: 'data'; readonly url: string } | { readonly kind: 'placeholder'; readonly why: string }

const kept = new Map<ContentPath, Promise<Inlined>>()
const sizes = new Map<ContentPath, number>()
let listening = false

/**
 * The file's content as a `data:` address, for a frame that may load nothing. Kept until the file changes.
 */
export function inlineMedia(path: ContentPath): Promise<Inlined> {
  listen()
  const known = kept.get(path)
  if (known) return known
  const loading = load(path)
  kept.set(path, loading)
  return loading
}

async function load(path: ContentPath): Promise<Inlined> {
  const name = nameOf(path)
  const { ext } = splitName(name)
  const kind = kindOf(ext)
  if (kind !== 'image' && kind !== 'video' && kind !== 'audio') {
    return { kind: 'placeholder', why: `${name} is no picture` }
  }
  try {
    const type = mediaTypeOf(ext)
    const { size } = await api.head(path)
    const shown = size > MAX_INLINE ? await smaller(path, size, type) : await read(path, type)
    if (typeof shown === 'string') return { kind: 'placeholder', why: `${name} ${shown}` }
    makeRoom(path, shown.size)
    return { kind: 'data', url: await dataUrl(shown) }
  } catch (problem) {
    kept.delete(path)
    const missing = problem instanceof GalleyError && problem.reason === 'not-found'
    return { kind: 'placeholder', why: missing ? `${name} does not exist` : `${name} could not be read` }
  }
}

/** @returns why it is not shown, to follow its name */
async function read(path: ContentPath, type: string): Promise<Blob | string> {
  const { bytes } = await api.read(path)
  const excess = pictureExcess(bytes, type)
  return excess === null ? new Blob([Uint8Array.from(bytes)], { type }) : `has ${excess}`
}

/** A large picture with fewer dots: of what moves the first moment. @returns as `read` */
async function smaller(path: ContentPath, size: number, type: string): Promise<Blob | string> {
  const tooLarge = 'is too large for the preview'
  if (!type.startsWith('image/') || isDrawing(type) || size > MAX_DRAWN) return tooLarge
  const shown = await shrunk(() => read(path, type), { most: MOST_DOTS, type: 'image/webp' })
  return shown ?? tooLarge
}

function makeRoom(path: ContentPath, size: number): void {
  sizes.set(path, size)
  let total = [...sizes.values()].reduce((sum, one) => sum + one, 0)
  for (const [old, bytes] of sizes) {
    if (total <= MAX_KEPT || old === path) continue
    kept.delete(old)
    sizes.delete(old)
    total -= bytes
  }
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(reader.error))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

function listen(): void {
  if (listening) return
  listening = true
  onServiceEvent((event) => {
    if (event.type !== 'file' && event.type !== 'folder') return
    // a folder takes along all that lies in it
    const places = 'from' in event && event.from !== undefined ? [event.path, event.from] : [event.path]
    for (const path of kept.keys())
      if (places.some((place) => path === place || path.startsWith(`${place}/`))) forget(path)
  })
}

function forget(path: ContentPath): void {
  kept.delete(path)
  sizes.delete(path)
}
