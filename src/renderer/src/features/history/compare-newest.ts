import type { VersionRecord } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import { openCompare, type StateRef } from '../../app/workbench'
import { api, sentenceOf } from '../../api'
import { tell, tellFailure } from '../../components/toast'

/** A version as a state that can be compared. */
export function versionRef(
  path: ContentPath,
  version: Pick<VersionRecord, 'url' | 'timestamp' | 'label'>
): StateRef {
  const { url, timestamp, label } = version
  return { kind: 'version', path, url, timestamp, ...(label === undefined ? {} : { label }) }
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
