import type { ContentPath } from '../../../../common/content/paths'
import { mergedText } from '../../documents/merge'
import { sentenceOf } from '../../api'
import { notify, notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { configDraft, configSheets } from './open-drafts'

/**
 * Takes one change back in the config as it is being changed (C5, D13): one step of its undo, on the machine
 * until it is saved, which is only done when the person says so (C3).
 * @param title what is restored, as the message says it
 * @param putBack null when the place of the change is not to be found in the text
 */
export async function restoreInConfig(
  path: ContentPath,
  title: string,
  putBack: (text: string) => string | null | Promise<string | null>
): Promise<void> {
  const failed = `Could not restore ${title}`
  try {
    const draft = configDraft(path)
    await draft.opened
    if (!draft.writable) return notifyFailure(failed, 'You may read this config, and not change it.')
    // what is restored is a step of the sheets, whether they have been looked at before or not
    configSheets(path)
    const former = draft.current
    const text = await putBack(former)
    if (text === null)
      return notifyFailure(failed, 'The config has changed since it was compared. Look at the change again.')
    if (text === former) return notify(`${title} is as it was already.`)
    draft.set(text, true)
    notifyWithUndo(`${title} restored in the config. It is kept when you save the config.`, async () => {
      const back = await mergedText('json', { base: text, local: draft.current, remote: former })
      if (back === null) notifyFailure('Could not undo', 'The same place was changed since then.')
      else draft.set(back, true)
    })
  } catch (problem) {
    notifyFailure(failed, sentenceOf(problem))
  }
}
