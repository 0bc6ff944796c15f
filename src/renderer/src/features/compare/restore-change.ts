import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { sentenceOf } from '../../api'
import { notify, notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { documentAt, type DocumentSession } from '../../documents'
import type { PutBack } from '../../engines/diff-views/lines'
import { mergedText } from '../../documents/merge'

/**
 * Takes one change back in the document as it is now (D5, D13): an edit like one that is typed, with a draft,
 * one step of undo and a save. The message offers Undo as well.
 * @param title what is restored, as the message says it
 */
export async function restoreChange(path: ContentPath, title: string, putBack: PutBack): Promise<void> {
  const failed = `Could not restore ${title}`
  try {
    const session = documentAt(path)
    await session.open()
    const { phase, question } = session.snapshot()
    if (phase.kind !== 'text' || question) {
      return notifyFailure(failed, 'The document cannot be changed just now. Open it to see why.')
    }
    const former = session.text()
    const text = await putBack(former)
    if (text === null) {
      return notifyFailure(
        failed,
        'The document has changed since it was compared. Look at the change again.'
      )
    }
    if (text === former) return notify(`${title} is as it was already.`)
    write(session, text)
    notifyWithUndo(`${title} restored.`, async () => {
      const merged = await mergedText(splitName(nameOf(path)).ext, {
        base: text,
        local: session.text(),
        remote: former
      })
      if (merged === null) notifyFailure('Could not undo', 'The same place was changed since then.')
      else write(session, merged)
    })
    await session.flush()
  } catch (problem) {
    notifyFailure(failed, sentenceOf(problem))
  }
}

function write(session: DocumentSession, text: string): void {
  session.attached.write(text)
  session.edited()
}
