import { contentPath, type ContentPath } from '../../../../common/content/paths'
import type { SearchFound, SearchHit } from '../../../../common/search/answer'
import { goTo } from '../../documents/go-to'
import { reveal } from '../../engines/tree/tree-store'
import { knownVersions } from '../../documents/versions/written'
import { versionRef } from '../../documents/versions/compare-newest'
import { notifyFailure } from '../../workbench/toast'
import { openCompare, openDocument, openTool } from '../../workbench/workbench'
import { api, sentenceOf } from '../../api'
import { showInTrash } from '../trash'

/**
 * Opens what was found, at a place of it where that is one of its source; a config in its editor (FI8); what
 * went beside what is there now, and what was deleted in the trash (FI7).
 */
export function openFound(hit: SearchHit, place: SearchFound | undefined): void {
  const { path: told, kind, was } = hit
  const path = contentPath(told)
  if (was?.kind === 'history' && (kind === 'config' || !was.isDeleted))
    return void openVersion(path, was.version, kind === 'config' ? 'config' : 'current')
  if (was) return showInTrash(path)
  if (kind === 'config') return openTool('config', path)
  const at = place?.at
  if (at) goTo(path, at)
  else openDocument(path)
  void reveal(path)
}

/** A version, beside what is there now: from there it is restored, whole or change by change. */
async function openVersion(path: ContentPath, id: string, now: 'config' | 'current'): Promise<void> {
  try {
    const versions = await (now === 'config' ? api.configHistory(path) : api.history(path))
    const version = knownVersions(versions).find(({ url }) => url.includes(id))
    if (version) return openCompare(path, versionRef(path, version), { kind: now, path })
    notifyFailure('This version cannot be opened', 'It is not in the history of the file any more.')
  } catch (error) {
    notifyFailure('This version cannot be opened', sentenceOf(error))
  }
}
