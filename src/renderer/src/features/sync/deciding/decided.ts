import { sentenceOf } from '../../../api'
import { notify, notifyFailure, notifyWithUndo } from '../../../workbench/toast'
import { sync } from '../../../api/sync'

interface Decided {
  readonly path: string
  readonly beside: string | null
}

/** Says what was decided, with a button that takes it back (Y15). */
export function notifyDecided(pair: string, key: string, { path, beside }: Decided): void {
  notifyWithUndo(
    beside === null
      ? `${path} is decided. What it replaced is in its history.`
      : `${path} stays as it is here; the server’s is ${beside}.`,
    () => undoDecision(pair, key)
  )
}

/** Takes a decision back: the conflict is open again, and the file is as it was. */
export async function undoDecision(pair: string, key: string): Promise<void> {
  try {
    const { path, removed } = await sync.undo(pair, key)
    notify(
      removed === null
        ? `${path} waits for a decision again.`
        : `${path} waits for a decision again; ${removed} is in the trash.`
    )
  } catch (error) {
    notifyFailure('The decision could not be taken back', sentenceOf(error))
  }
}
