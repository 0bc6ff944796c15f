import { cleanAssetName, placeForAsset } from '../../../../../common/content/asset-name'
import { childOf, contentPath, nameOf, type ContentPath } from '../../../../../common/content/paths'
import { kindOf } from '../../../../../common/formats/files'
import { GalleyError } from '../../../../../common/errors'
import { api, reasonOf, sendFile } from '../../../api'
import { words } from './words'

interface SendPicture {
  /** The folder of the page as it is named now: it may be renamed while this runs. */
  readonly folder: () => ContentPath
  readonly signal: AbortSignal
  /** Told how many bytes have gone out so far. */
  readonly onProgress: (bytes: number) => void
}

/** So often another writer may be quicker with the name. */
const MOST_TRIES = 20

/** Extensions of what a clipboard gives without a name, by media type. */
const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg'
}

/** What a file of this media type ends with; empty for no picture. */
export const extensionOfPicture = (type: string): string => extensions[type] ?? ''

/** The clean name of a file that is a picture (VE10); null for what pages do not show. */
export function pictureNameOf({ name, type }: File): string | null {
  const clean = cleanAssetName(name, extensions[type] ?? '')
  const ext = clean.slice(clean.lastIndexOf('.') + 1)
  return clean.includes('.') && kindOf(ext) === 'image' ? clean : null
}

/**
 * Puts a picture into the folder of its page: nothing that is there is replaced, and the same bytes stay the
 * one file.
 * @returns where it is
 * @throws GalleyError as the service says, `cancelled`
 */
export async function sendPicture(file: File, send: SendPicture): Promise<ContentPath> {
  const wanted = pictureNameOf(file)
  if (wanted === null) throw new GalleyError('bad-request', words.noPicture(file.name))
  if (file.size === 0) throw new GalleyError('bad-request', words.empty(file.name))
  const hash = await hashOf(file)
  for (let count = 0; count < MOST_TRIES; count++) {
    const folder = send.folder()
    const { name, isThere } = placeForAsset(wanted, hash, await filesIn(folder, send.signal))
    const path = childOf(folder, name)
    const isMade = !isThere && (await isSent(path, file, send))
    if (!isThere && !isMade) continue
    if (send.folder() === folder) return path
    // the page has another name now: what it left behind under the old one is nobody's
    if (isMade) await api.remove(path).catch(() => undefined)
  }
  throw new GalleyError('exists', words.nowhereElse)
}

/** @returns false where another file has come to the path meanwhile */
async function isSent(path: ContentPath, file: File, { signal, onProgress }: SendPicture): Promise<boolean> {
  try {
    await sendFile(path, file, { signal, onProgress, onlyNew: true })
    return true
  } catch (error) {
    if (reasonOf(error) === 'precondition-failed') return false
    throw error
  }
}

async function filesIn(folder: ContentPath, signal: AbortSignal) {
  const items = await api.list(folder, { missing: 'empty', signal })
  return items.map(({ path, etag }) => ({
    name: nameOf(contentPath(path)),
    hash: /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1] ?? null
  }))
}

/** Empty where a browser does not tell: over plain HTTP, from another computer. */
async function hashOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new GalleyError('io-failed', 'The file could not be read. Was it moved or changed meanwhile?', {
      cause
    })
  })
  if (!isSecureContext) return ''
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
