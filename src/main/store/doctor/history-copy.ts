import { dirname } from 'node:path'
import type { IndexRecord } from '../layout/content-index'
import { makeFolders, replaceDurably } from '../disk/durable-write'
import { currentEvent } from '../logs/entries'
import type { CopiedHistories } from '../logs/history-copy'
import { historyCopyOf, readHistoryCopy } from '../logs/history-copy'
import { logLines } from '../logs/line-log'
import type { FileState, LogEvent, VersionEvent } from '../logs/log-events'
import { applyEvent, emptyState, eventOf } from '../logs/log-events'
import type { Exam } from './exam'

/**
 * What the second copy of the histories tells of a file whose own history is missing: its versions, oldest
 * first.
 */
export async function openCopiedHistories(exam: Exam): Promise<CopiedHistories> {
  return (await readHistoryCopy(exam.fs, exam.layout.historyCopy)) ?? nothing
}

const nothing: CopiedHistories = { versions: new Map(), whole: false, torn: false }

/** Whether what it does not tell of was not there, as far as that can be known. */
export const tellsOfAll = ({ whole, torn }: CopiedHistories): boolean => whole && !torn

/** Writes the history of a file anew, with the content that it has and the versions that it had. */
export async function historyAgain(
  { fs, layout, states }: Exam,
  record: IndexRecord,
  copied: readonly VersionEvent[]
): Promise<void> {
  const { id, path, by, at } = record
  const known = states.get(id)
  const versions = new Map(copied.map((one) => [one.id, one]))
  // of who wrote a version, either may know
  for (const one of known?.versions.map(eventOf) ?? [])
    versions.set(one.id, { ...versions.get(one.id), ...one })
  const inOrder = [...versions.values()].sort((a, b) => a.timestamp - b.timestamp)
  const events: LogEvent[] = [
    { event: 'created', id, path, by, at: Math.min(inOrder[0]?.timestamp ?? at, at) },
    ...inOrder,
    known?.current ?? currentEvent(record)
  ]
  // a link may have lain in the place of the folder
  await makeFolders(fs, dirname(layout.log(id)))
  await replaceDurably(fs, layout.log(id), logLines(events))
  const state = emptyState(id)
  for (const event of events) applyEvent(state, event)
  states.set(id, state)
}

/** The second copy tells every version that the histories tell. */
export async function checkHistoryCopy(exam: Exam, copied: CopiedHistories): Promise<void> {
  const { fs, layout, states, report, setAsideCopy } = exam
  const missing = [...states.values()].filter((state) => !tellsAll(copied, state))
  if (missing.length === 0 && copied.whole) return
  if (missing.length === 0 && copied.versions.size === 0) return
  await report({
    file: layout.historyCopy,
    kind: 'leftover',
    message:
      'The second copy of the histories is damaged, or does not tell all that they tell. The histories are what counts.',
    repair: {
      does: 'Writes the second copy anew.',
      run: async () => {
        // a line that is damaged may be all that is left of a version
        if (!copied.whole && (await fs.lstat(layout.historyCopy))) await setAsideCopy(layout.historyCopy)
        const versions = new Map(copied.versions)
        for (const state of states.values()) versions.set(state.id, state.versions.map(eventOf))
        await replaceDurably(fs, layout.historyCopy, historyCopyOf(versions))
      }
    }
  })
}

function tellsAll({ versions }: CopiedHistories, state: FileState): boolean {
  const known = new Set(versions.get(state.id)?.map(({ id }) => id))
  return state.versions.every(({ id }) => known.has(id))
}
