import type { ContentPath } from '../../../../common/content/paths'
import { GalleyError, sentence } from '../../../../common/errors'
import { chooseFiles } from '../../workbench/choose-files'
import type { StateRef } from '../../workbench/workbench'

/** Files of this machine that were chosen for a comparison; kept while the window is open. */
const files = new Map<string, Uint8Array>()

/** Larger files are not read to be compared. */
const MOST = 100_000_000

/** Asks for a file of this machine. @returns null when none was chosen @throws GalleyError too-large */
export async function chooseDiskFile(path: ContentPath): Promise<StateRef | null> {
  const [file] = await chooseFiles({})
  if (!file) return null
  if (file.size > MOST)
    throw new GalleyError('too-large', sentence`${{ name: file.name }} is too large to be compared.`)
  const id = crypto.randomUUID()
  files.set(id, new Uint8Array(await file.arrayBuffer()))
  return { kind: 'disk', path, id, name: file.name }
}

export function diskBytes(id: string): Uint8Array {
  const bytes = files.get(id)
  if (bytes) return bytes
  throw new GalleyError('not-found', 'This file is not at hand any more. Choose it again.')
}
