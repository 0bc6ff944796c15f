import type { ContentPath } from '../../../../common/content/paths'
import { openCompare, type StateRef } from '../../workbench/workbench'
import { api, sentenceOf } from '../../api'
import { notify, notifyFailure } from '../../workbench/toast'
import type { RemoteVersion } from './remote-versions'
import { knownVersions, type KnownVersion } from './written'

/** A version as a state that can be compared. */
export function versionRef(
  path: ContentPath,
  version: Pick<KnownVersion, 'url' | 'wrote' | 'label'> & Partial<Pick<RemoteVersion, 'remote'>>
): Extract<StateRef, { kind: 'version' | 'remote' }> {
  const { url, wrote, label, remote } = version
  // what names a state is when it was written
  const timestamp = wrote.at
  const named = label === undefined ? {} : { label }
  if (remote) return { kind: 'remote', path, ...remote, timestamp, ...named }
  return { kind: 'version', path, url, timestamp, ...named }
}

/** Opens what is there now beside the newest version. */
export async function compareWithNewest(path: ContentPath): Promise<void> {
  try {
    const [newest] = knownVersions(await api.history(path))
    if (!newest) {
      notify('This file has no versions yet, so there is nothing to compare with.')
      return
    }
    openCompare(path, versionRef(path, newest), { kind: 'current', path })
  } catch (problem) {
    notifyFailure('Could not read the versions', sentenceOf(problem))
  }
}
