import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import type { VersionRecord } from '../../../../common/api/types'
import type { ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { documentAt } from '../documents'
import { shortTime } from './times'
import { UndoMessage } from './UndoMessage'

/** A version to put back: what the timeline or a comparison shows. */
export type RestorableVersion = Pick<VersionRecord, 'url' | 'timestamp' | 'label'>

/** Puts a version's bytes back as the current content. What was there becomes a version; the message offers Undo. */
export async function restoreVersion(path: ContentPath, version: RestorableVersion): Promise<void> {
  const name = version.label ?? `the version of ${shortTime(version.timestamp)}`
  try {
    const { bytes } = await api.readVersion(version.url)
    const former = await replace(path, bytes)
    const id = notifications.show({
      color: 'indigo',
      autoClose: 15_000,
      message: createElement(UndoMessage, {
        text: `Restored ${name}. What was there before is in the history.`,
        onUndo: () => {
          notifications.hide(id)
          void replace(path, former).then(
            () => notifications.show({ color: 'indigo', message: 'The former content is back.' }),
            (problem: unknown) => tellFailure('Undo did not work', problem)
          )
        }
      })
    })
  } catch (problem) {
    tellFailure(`Could not restore ${name}`, problem)
  }
}

async function replace(path: ContentPath, bytes: Uint8Array): Promise<Uint8Array> {
  const session = documentAt(path)
  await session.open()
  return await session.replaceWith(Uint8Array.from(bytes))
}

export function tellFailure(title: string, problem: unknown): void {
  notifications.show({ color: 'red', title, message: sentenceOf(problem), autoClose: false })
}
