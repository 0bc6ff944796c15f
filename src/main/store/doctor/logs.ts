import { join } from 'node:path'
import { replaceDurably, truncateDurably } from '../durable-write'
import { isGuid } from '../layout'
import type { LogContent } from '../line-log'
import { logLines, readLog } from '../line-log'
import { applyEvent, emptyState, parseEvent } from '../log-events'
import { loadIndex } from '../index-log'
import { parseChange } from '../published-log'
import type { IndexRecord } from '../content-index'
import type { Exam } from './exam'
import { filesIn, foldersIn } from './exam'

/** The histories of files, what is published, and the index of both names and ids. */
export async function checkLogs(exam: Exam): Promise<void> {
  const { fs, layout } = exam
  for (const folder of await foldersIn(fs, layout.logs)) {
    for (const name of await filesIn(fs, join(layout.logs, folder))) {
      const id = name.replace(/\.log$/, '')
      if (isGuid(id)) await checkHistory(exam, id, join(layout.logs, folder, name))
    }
  }
  for (const org of await foldersIn(fs, layout.published))
    for (const site of await foldersIn(fs, join(layout.published, org)))
      for (const name of await filesIn(fs, join(layout.published, org, site)))
        await checkPublished(exam, `/${org}/${site}`, join(layout.published, org, site, name))
  await checkIndex(exam)
}

async function checkHistory(exam: Exam, id: string, file: string): Promise<void> {
  const bytes = await exam.fs.readFile(file)
  const log = readLog(bytes)
  const state = emptyState(id)
  const events = log.values.flatMap((value) => parseEvent(value) ?? [])
  for (const event of events) applyEvent(state, event)
  exam.states.set(id, state)
  const what = `The history of ${state.path ?? 'a file'}`
  await checkLines(exam, file, bytes.length, log, events, what)
  if (!state.current && log.damaged === 0 && events.length === log.values.length)
    await exam.tell({
      file,
      message: `${what} says nothing of its content. The content itself is not touched by that; a new history is begun.`
    })
}

async function checkPublished(exam: Exam, site: string, file: string): Promise<void> {
  const bytes = await exam.fs.readFile(file)
  const log = readLog(bytes)
  const changes = log.values.flatMap((value) => parseChange(value) ?? [])
  const states = new Map(changes.map(({ key, state }) => [key, state]))
  for (const state of states.values()) {
    if (state) exam.published.set(state.hash, `${state.path} (${state.environment})`)
    if (state?.companion !== undefined)
      exam.published.set(state.companion, `${state.path} (${state.environment})`)
  }
  await checkLines(exam, file, bytes.length, log, changes, `The list of what is published of ${site}`)
}

async function checkLines(
  { fs, tell, setAsideCopy }: Exam,
  file: string,
  size: number,
  log: LogContent,
  good: readonly unknown[],
  what: string
): Promise<void> {
  const bad = log.damaged + log.values.length - good.length
  if (bad > 0)
    await tell({
      file,
      message: `${what} has ${bad} damaged ${bad === 1 ? 'record' : 'records'}. The other ${good.length} are intact.`,
      repair: {
        does: 'Keeps the intact records in place and the original aside.',
        run: async () => {
          await setAsideCopy(file)
          await replaceDurably(fs, file, logLines(good))
        }
      }
    })
  else if (log.wholeBytes < size)
    await tell({
      file,
      kind: 'leftover',
      message: `${what} ends in half a record, of a save that was interrupted before it was acknowledged.`,
      repair: { does: 'Cuts the half record off.', run: () => truncateDurably(fs, file, log.wholeBytes) }
    })
}

async function checkIndex(exam: Exam): Promise<void> {
  const { fs, layout, tell, setAside } = exam
  const file = layout.indexFile
  if (!(await fs.lstat(file)))
    await tell({
      file,
      message: 'The index is missing. It holds nothing that the histories do not tell too.',
      repair: { does: 'Builds it from the histories and the content.', run: () => Promise.resolve() }
    })
  else {
    const { index, whole } = await loadIndex(fs, file)
    for (const { id } of index.all()) exam.bound.add(id)
    if (whole) return checkBound(exam, [...index.all()])
    await tell({
      file,
      message: 'The index is damaged. It holds nothing that the histories do not tell too.',
      repair: {
        does: 'Sets it aside and builds it from the histories and the content.',
        run: () => setAside(file)
      }
    })
  }
}

/** Each file that the index knows has its history. */
async function checkBound({ layout, states, tell }: Exam, records: readonly IndexRecord[]): Promise<void> {
  for (const { id, path } of records) {
    if (states.has(id)) continue
    await tell({
      file: layout.log(id),
      message: `The history of ${path} is missing, and with it the list of its versions. The file itself is intact and keeps its id.`,
      repair: { does: 'Begins a new history with the content as it is now.', run: () => Promise.resolve() }
    })
  }
}
