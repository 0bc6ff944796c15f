import { ROOT, segmentsOf, type ContentPath } from '../../../common/content/paths'
import type { FileContent, VersionContent } from '../../store/types'
import { fileOfState } from '../engine/gone-states'
import { storedPath } from '../marks'
import type { Past } from './place'

/** What lies there of what was: of the store, or what of it a caller may read. */
export interface PastContents {
  read(path: ContentPath): Promise<FileContent | null>
  readVersion(org: string, file: string, version: string): Promise<VersionContent | null>
  /** Where something lies that a client moved to `.trash`. */
  lies(item: string): Promise<ContentPath | null>
}

/** The state that an entry stands for: its bytes, and those of what came after. */
interface PastBytes {
  readonly bytes: Uint8Array
  /** Null where nothing came after it. */
  readonly next: Uint8Array | null
}

/**
 * What an entry was made of; null where that is gone.
 * @param name of the entry
 * @param path of its file, as it is indexed
 */
export async function pastBytes(
  contents: PastContents,
  name: string,
  path: ContentPath,
  past: Past
): Promise<PastBytes | null> {
  const file = fileOfState(name)
  const at = storedPath({ path })
  const [org = ''] = segmentsOf(at)
  const ofVersion = async (version: string) => (await contents.readVersion(org, file, version))?.bytes ?? null
  if (past.was === 'trash') {
    if (past.content === null) return null
    const bytes =
      past.content === 'lies' ? await lying(contents, past.item) : await ofVersion(past.content.version)
    return bytes && { bytes, next: null }
  }
  const bytes = await ofVersion(past.version)
  if (!bytes || past.next === null) return bytes && { bytes, next: null }
  const next =
    past.next !== 'now'
      ? await ofVersion(past.next.version)
      : past.item !== null
        ? await lying(contents, past.item)
        : await bytesNow(contents, at, file)
  return next && { bytes, next }
}

/** What a file holds now; null where it is another. */
export async function bytesNow(
  contents: Pick<PastContents, 'read'>,
  at: ContentPath,
  file: string
): Promise<Uint8Array | null> {
  const found = await contents.read(at)
  return found?.entry.id === file ? found.bytes : null
}

async function lying(contents: PastContents, item: string): Promise<Uint8Array | null> {
  const at = await contents.lies(item)
  return at && bytesNow(contents, at, item)
}

/** Of the whole workspace, whoever asks. */
export const storeContents = (
  store: Pick<PastContents, 'read' | 'readVersion'> & {
    clientTrash(site: ContentPath, id: string): Promise<readonly { readonly path: ContentPath }[]>
  }
): PastContents => ({
  read: (path) => store.read(path),
  readVersion: (org, file, version) => store.readVersion(org, file, version),
  lies: async (item) => (await store.clientTrash(ROOT, item))[0]?.path ?? null
})
