import type { VersionRecord } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import { openCompare, type StateRef } from '../../app/workbench'
import { api, sentenceOf } from '../../api'
import { tell, tellFailure } from '../../components/toast'
import type { RemoteVersion } from './remote-versions'

/** A version as a state that can be compared. */
export function versionRef(
  path: ContentPath,
  version: Pick<VersionRecord, 'url' | 'timestamp' | 'label'> & Partial<Pick<RemoteVersion, 'remote'>>
): Extract<StateRef, { kind: 'version' | 'remote' }> {
  const { url, timestamp, label, remote } = version
  const named = label === undefined ? {} : { label }
  if (remote) return { kind: 'remote', path, ...remote, timestamp, ...named }
  return { kind: 'version', path, url, timestamp, ...named }
}

/** Opens what is there now beside the newest version. */
export async function compareWithNewest(path: ContentPath): Promise<void> {
  try {
    const [newest] = await api.versions(path)
    if (!newest) {
      tell('This file has no versions yet, so there is nothing to compare with.')
      return
    }
    openCompare(path, versionRef(path, newest), { kind: 'current', path })
  } catch (problem) {
    tellFailure('Could not read the versions', sentenceOf(problem))
  }
}
