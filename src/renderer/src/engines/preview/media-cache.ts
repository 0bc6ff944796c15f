import { GalleyError } from '../../../../common/errors'
import { kindOf, mediaTypeOf } from '../../../../common/formats/files'
import { pictureExcess } from '../../../../common/content/picture-excess'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent } from '../../api'

/** Larger media are named in the preview instead of shown. */
const MAX_INLINE = 4 * 1024 * 1024
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
    const head = await api.head(path)
    if (head.size > MAX_INLINE) return { kind: 'placeholder', why: `${name} is too large for the preview` }
    const { bytes } = await api.read(path)
    const excess = pictureExcess(bytes, mediaTypeOf(ext))
    if (excess !== null) return { kind: 'placeholder', why: `${name} has ${excess}` }
    makeRoom(path, bytes.length)
    return { kind: 'data', url: await dataUrl(bytes, mediaTypeOf(ext)) }
  } catch (problem) {
    kept.delete(path)
    const missing = problem instanceof GalleyError && problem.reason === 'not-found'
    return { kind: 'placeholder', why: missing ? `${name} does not exist` : `${name} could not be read` }
  }
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

function dataUrl(bytes: Uint8Array, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(reader.error))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(new Blob([Uint8Array.from(bytes)], { type }))
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
