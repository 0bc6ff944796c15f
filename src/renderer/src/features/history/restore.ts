import type { VersionRecord } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { tellFailure, tellWithUndo } from '../../components/toast'
import { documentAt } from '../documents'
import { dayAndClock } from './times'

/** A version to put back: what the timeline or a comparison shows. */
export type RestorableVersion = Pick<VersionRecord, 'url' | 'timestamp' | 'label'>

/** Puts a version's bytes back as the current content. What was there becomes a version; the message offers Undo. */
export async function restoreVersion(path: ContentPath, version: RestorableVersion): Promise<void> {
  const name =
    version.label === undefined
      ? `the version of ${dayAndClock(version.timestamp, Date.now())}`
      : `“${version.label}”`
  try {
    const { bytes } = await api.readVersion(version.url)
    const former = await replace(path, bytes)
    tellWithUndo(`Restored ${name}. What was there is in the history.`, async () => {
      try {
        await replace(path, former)
      } catch (problem) {
        tellFailure('The former content could not be put back', sentenceOf(problem))
      }
    })
  } catch (problem) {
    tellFailure(`Could not restore ${name}`, sentenceOf(problem))
  }
}

async function replace(path: ContentPath, bytes: Uint8Array): Promise<Uint8Array> {
  const session = documentAt(path)
  await session.open()
  return await session.replaceWith(Uint8Array.from(bytes))
}
