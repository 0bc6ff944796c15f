import type { ContentPath } from '../../../../common/content/paths'
import { restorePicked, type Format, type Pick } from '../../../../common/diff'
import type { Schema } from '../../../../common/schema'
import { sentenceOf } from '../../api'
import { tell, tellFailure, tellWithUndo } from '../../components/toast'
import { documentAt, type DocumentSession } from '../documents'
import { mergeTexts } from '../documents/merge'

const TIME_LIMIT = 5_000

export interface RestoreWish {
  /** The text of the older state. */
  readonly before: string
  readonly pick: Pick
  /** What is restored, as the message says it. */
  readonly title: string
  readonly format: Format
  readonly schema: Schema | null
}

/**
 * Takes one change back in the document as it is now (D5, D13): an edit like one that is typed, with a draft, one step of undo
 * and a save. The message offers Undo as well.
 */
export async function restoreChange(path: ContentPath, wish: RestoreWish): Promise<void> {
  const failed = `Could not restore ${wish.title}`
  try {
    const session = documentAt(path)
    await session.open()
    const { phase, question } = session.snapshot()
    if (phase.kind !== 'text' || question) {
      return tellFailure(failed, 'The document cannot be changed just now. Open it to see why.')
    }
    const former = session.text()
    const { before, pick, format, schema } = wish
    const text = restorePicked(before, former, pick, { format, schema, deadline: Date.now() + TIME_LIMIT })
    if (text === null) {
      return tellFailure(failed, 'The document has changed since it was compared. Look at the change again.')
    }
    if (text === former) return tell(`${wish.title} is as it was already.`)
    write(session, text)
    tellWithUndo(`${wish.title} restored.`, () => {
      const merged = mergeTexts(text, session.text(), former)
      if (merged === null) tellFailure('Could not undo', 'The same place was changed since then.')
      else write(session, merged)
      return Promise.resolve()
    })
    await session.flush()
  } catch (problem) {
    tellFailure(failed, sentenceOf(problem))
  }
}

function write(session: DocumentSession, text: string): void {
  session.attached.write(text)
  session.edited()
}
