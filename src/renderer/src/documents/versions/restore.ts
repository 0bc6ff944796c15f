import type { ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import type { StateRef } from '../../workbench/workbench'
import { notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { documentAt } from '..'
import { remoteBytes } from './remote-bytes'
import { dayAndClock } from '../../components/formats'

/** A state to put back: a version of here, or of the server. */
type RestorableState = Extract<StateRef, { kind: 'version' | 'remote' }>

/**
 * Puts a state's bytes back as the current content. What was there becomes a version; the message offers
 * Undo.
 */
export async function restoreState(path: ContentPath, state: RestorableState): Promise<void> {
  const name = nameOf(state)
  try {
    const bytes =
      state.kind === 'remote' ? await remoteBytes(state) : (await api.readVersion(state.url)).bytes
    const former = await replace(path, bytes)
    notifyWithUndo(`Restored ${name}. What was there is in the history.`, async () => {
      try {
        await replace(path, former)
      } catch (problem) {
        notifyFailure('The former content could not be put back', sentenceOf(problem))
      }
    })
  } catch (problem) {
    notifyFailure(`Could not restore ${name}`, sentenceOf(problem))
  }
}

function nameOf(state: RestorableState): string {
  const at = state.kind === 'remote' ? ` on ${state.server}` : ''
  if (state.timestamp === undefined) return `what is${at}`
  return state.label === undefined
    ? `the version of ${dayAndClock(state.timestamp, Date.now())}${at}`
    : `“${state.label}”${at}`
}

async function replace(path: ContentPath, bytes: Uint8Array): Promise<Uint8Array> {
  const session = documentAt(path)
  await session.open()
  return await session.replaceWith(Uint8Array.from(bytes))
}
