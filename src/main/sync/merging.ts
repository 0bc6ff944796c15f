import { isBeyondBounds } from '../../common/bounds'
import { isPage } from '../../common/formats/files'
import { contentPath, splitName } from '../../common/content/paths'
import { wholeMerge, type Choices, type FileMerge, type ThreeFiles } from '../../common/formats'
import { schemaIdFor, schemaNameIn } from '../../common/formats/structured'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import type { StoredSchema } from '../workers/work/merge'

/** What a merge is told beside the three states. */
interface MergeHow {
  readonly choices?: Choices
  /** A config: the merged one must keep the rules of C1 and P5. */
  readonly isConfig?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Merges three states of a file in a worker, which is ended when it takes too long: such a file is one
 * conflict as a whole, with the sentence that says why (MG7). The bytes stay their owner's.
 * @throws GalleyError cancelled · closed · too-many: to be tried again
 */
export type Merging = (files: ThreeFiles, how?: MergeHow) => Promise<FileMerge>

interface MergingParts {
  readonly workers: Workers
  /** The pair's folder here: its site's work takes turns with that of others. */
  readonly tenant: string
  readonly schemaFor: (document: Uint8Array) => Promise<StoredSchema | null>
}

export function openMerging({ workers, tenant, schemaFor }: MergingParts): Merging {
  return async (files, { choices = new Map(), isConfig = false, signal } = {}) => {
    const { ext, base, local, remote } = files
    const schema = isPage(ext) ? await schemaFor(local) : null
    const bytes = (base?.length ?? 0) + local.length + remote.length
    try {
      return await workers.run('merge', { tenant, bytes, signal }, () => ({
        ext,
        // what goes to a worker is gone from here: a copy goes (`slice` of a Buffer is none)
        base: base && new Uint8Array(base),
        local: new Uint8Array(local),
        remote: new Uint8Array(remote),
        choices: [...choices],
        isConfig,
        schema
      }))
    } catch (error) {
      if (isBeyondBounds(error)) return wholeMerge(files, choices, error.message)
      throw error
    }
  }
}

/** The merging of one pair. @param serviceFolder its name here, without its dot */
export function mergingFor(
  { store, workers }: { readonly store: Store; readonly workers: Workers },
  { local }: { readonly local: string },
  serviceFolder: string
): Merging {
  const site = local.split('/').slice(0, 3).join('/')
  const folder = `${site}/.${serviceFolder}/forms/schemas`
  return openMerging({ workers, tenant: site, schemaFor: (document) => schemaNamed(store, folder, document) })
}

/** The schema that a document names, if there is one that is not larger than people write them. */
async function schemaNamed(store: Store, folder: string, document: Uint8Array): Promise<StoredSchema | null> {
  const at = Buffer.from(document.buffer, document.byteOffset, document.byteLength).indexOf('x-schema-name')
  if (at < 0) return null
  const name = schemaNameIn(new TextDecoder().decode(document.subarray(at, at + HEAD)))
  const id = name === null ? '' : schemaIdFor(name)
  if (id === '') return null
  const path = contentPath(`${folder}/${id}.html`)
  const entry = await store.stat(path)
  if (entry?.kind !== 'file' || entry.size > MOST_SCHEMA) return null
  const found = await store.read(path)
  return found && { id, page: new TextDecoder().decode(found.bytes) }
}

/** The name stands right behind its key. */
const HEAD = 32 * 1024
const MOST_SCHEMA = 4 * 1024 * 1024

/** What a file is merged as. */
export const mergedAs = (path: string, isConfig: boolean | undefined): string =>
  isConfig ? 'json' : splitName(path.slice(path.lastIndexOf('/') + 1)).ext
