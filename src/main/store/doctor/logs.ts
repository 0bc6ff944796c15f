import { dirname, join } from 'node:path'
import { clashKey } from '../../../common/content/paths'
import { publishedLabels } from '../../../common/content/version-labels'
import { makeFolders, replaceDurably, truncateDurably } from '../disk/durable-write'
import type { Guid } from '../layout/names'
import { isGuid } from '../layout/names'
import type { LogContent } from '../logs/line-log'
import { logLines, readLog } from '../logs/line-log'
import { applyEvent, emptyState, parseEvent } from '../logs/log-events'
import { loadIndex } from '../logs/index-log'
import { isSealSound, worthOfIndex } from '../logs/index-seal'
import { knowsMore, readPublishedCopy, statesOf } from '../published/published-copy'
import { parseChange } from '../published/published-log'
import { parseSyncLine } from '../sync/sync-log'
import { readTrashRecord } from '../trash/trash-records'
import type { IndexRecord } from '../layout/content-index'
import type { CopiedHistories } from '../logs/history-copy'
import type { Exam } from './exam'
import { filesIn, foldersIn } from '../disk/durable-read'
import { checkHistoryCopy, historyAgain, openCopiedHistories, tellsOfAll } from './history-copy'

/** The histories of files, what is published, and the index of both names and ids. */
export async function checkLogs(exam: Exam): Promise<void> {
  const { fs, layout } = exam
  // what follows the histories is read before them: while they grow, they know more than it, never less
  const copied = await openCopiedHistories(exam)
  const bound = await checkIndex(exam)
  const begun: Guid[] = []
  for (const folder of await foldersIn(fs, layout.logs)) {
    for (const name of await filesIn(fs, join(layout.logs, folder))) {
      const id = name.replace(/\.log$/, '')
      if (!isGuid(id)) continue
      const file = join(layout.logs, folder, name)
      if (!(await checkHistory(exam, id, file, tellsOfAll(copied)))) begun.push(id)
    }
  }
  for (const org of await foldersIn(fs, layout.published))
    for (const site of await foldersIn(fs, join(layout.published, org)))
      await checkPublished(exam, `/${org}/${site}`, join(layout.published, org, site, 'states.log'))
  for (const name of await filesIn(fs, layout.sync))
    if (name.endsWith('.log')) await checkSync(exam, join(layout.sync, name))
  if (bound) await checkBound(exam, bound, copied)
  await checkBegun(exam, begun)
  await checkHistoryCopy(exam, copied)
}

/** What a sync knows: the contents of its conflicts are needed like those of versions. */
async function checkSync(exam: Exam, file: string): Promise<void> {
  const bytes = await exam.read(file)
  if (!bytes) return
  const log = readLog(bytes)
  const lines = log.values.flatMap((value) => parseSyncLine(value) ?? [])
  const last = new Map(lines.map((line) => [line.key, line]))
  for (const { key, value, needs = [] } of last.values())
    if (value !== null) for (const hash of needs) exam.synced.set(hash, `the conflict about ${key}`)
  await checkLines(exam, file, bytes.length, log, lines, 'What the sync knows of the other side')
}

/** @returns false when there is no whole record in it, of whatever kind */
async function checkHistory(exam: Exam, id: Guid, file: string, hasCopy: boolean): Promise<boolean> {
  const bytes = await exam.read(file)
  if (!bytes) return true
  const log = readLog(bytes)
  if (log.values.length + log.damaged === 0) return false
  const state = emptyState(id)
  const events = log.values.flatMap((value) => parseEvent(value, id) ?? [])
  for (const event of events) applyEvent(state, event)
  exam.states.set(id, state)
  const what = `The history of ${state.path ?? 'a file'}`
  const gone = hasCopy
    ? undefined
    : 'The second copy of the histories is damaged or missing too, so what they told is gone, and versions may be among it. The texts of such versions still lie in .galley/blobs, without their names.'
  await checkLines(exam, file, bytes.length, log, events, what, gone)
  if (!state.current && log.damaged === 0 && events.length === log.values.length)
    await exam.report({
      file,
      message: `${what} says nothing of its content. The content itself is not touched by that; a new history is begun.`
    })
  return true
}

/**
 * Histories without a record: of new files whose save a crash cut off before it was acknowledged, unless
 * somebody knows the file.
 */
async function checkBegun(exam: Exam, ids: readonly Guid[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set([...exam.bound, ...(await deletedFiles(exam)).map(({ id }) => id)])
  for (const id of ids.filter((one) => !known.has(one)))
    await exam.report({
      file: exam.layout.log(id),
      kind: 'leftover',
      message: 'The empty history of a new file whose save was interrupted before it was acknowledged.',
      repair: { does: 'Removes it.', run: () => exam.fs.unlink(exam.layout.log(id)) }
    })
}

async function checkPublished(exam: Exam, site: string, file: string): Promise<void> {
  const { fs, layout } = exam
  const copyFile = layout.publishedCopy(file)
  const parse = (value: unknown) => parseChange(value, clashKey(site))
  // the copy first: the list may grow meanwhile, and must not look older than it
  const copy = await readPublishedCopy(fs, copyFile, parse)
  const first = await readPublishedCopy(fs, file, parse)
  const what = `The list of what is published of ${site}`
  const lines = knowsMore(copy, first) ? copy?.lines : first?.lines
  for (const state of statesOf(lines ?? []).values()) {
    const name = `${state.path} (${state.environment})`
    exam.published.set(state.hash, name)
    if (state.companion !== undefined) exam.published.set(state.companion, name)
  }
  if (copy && knowsMore(copy, first))
    return exam.report({
      file,
      message: `${what} is missing, damaged or an older one. Its second copy tells of all of it.`,
      repair: {
        does: 'Puts the second copy in its place.',
        run: async () => {
          if (await fs.lstat(file)) await exam.setAside(file)
          await makeFolders(fs, dirname(file))
          await replaceDurably(fs, file, logLines(copy.lines))
        }
      }
    })
  const bytes = (await fs.lstat(file)) ? await exam.read(file) : null
  if (bytes) {
    const log = readLog(bytes)
    if (log.values.length + log.damaged === 0)
      await exam.report({
        file,
        message: `${what} is empty, and there is no sound second copy: nothing of the site is published any more. Publish again what should be.`,
        lost: true
      })
    const gone = copy?.whole
      ? undefined
      : 'The second copy is damaged or missing too, so what they told is gone. Publish again what should be and is not.'
    await checkLines(exam, file, bytes.length, log, first?.lines ?? [], what, gone)
  } else if ((await fs.lstat(copyFile)) || wasPublished(exam, site))
    await exam.report({
      file,
      message: `${what} is missing, and there is no sound second copy: nothing of the site is published any more. Publish again what should be.`,
      lost: true
    })
  if ((await fs.lstat(copyFile)) && !copy?.whole)
    await exam.report({
      file: copyFile,
      kind: 'leftover',
      message: `The second copy of the list of what is published of ${site} is damaged or ends in half a line. The list itself is what counts.`,
      repair: { does: 'Removes it; it is written anew.', run: () => exam.setAside(copyFile) }
    })
}

/** Publishing makes versions with labels of its own. */
function wasPublished({ states }: Exam, site: string): boolean {
  const isLabel = (label: string | undefined) => Object.values(publishedLabels).some((one) => one === label)
  return [...states.values()].some(({ versions }) =>
    versions.some(({ label, path }) => isLabel(label) && path.startsWith(`${site}/`))
  )
}

async function checkLines(
  { fs, report, setAsideCopy }: Exam,
  file: string,
  size: number,
  log: LogContent,
  good: readonly unknown[],
  what: string,
  gone?: string
): Promise<void> {
  const bad = log.damaged + log.values.length - good.length
  if (bad > 0)
    await report({
      file,
      message: `${what} has ${bad} damaged ${bad === 1 ? 'record' : 'records'}. The other ${good.length} are intact.${gone === undefined ? '' : ` ${gone}`}`,
      lost: gone !== undefined,
      repair: {
        does: 'Keeps the intact records in place and the original aside.',
        run: async () => {
          await setAsideCopy(file)
          await replaceDurably(fs, file, logLines(good))
        }
      }
    })
  else if (log.wholeBytes < size)
    await report({
      file,
      kind: 'leftover',
      message: `${what} ends in half a record, of a save that was interrupted before it was acknowledged.`,
      repair: { does: 'Cuts the half record off.', run: () => truncateDurably(fs, file, log.wholeBytes) }
    })
}

/** @returns the files that must have a history; null when the index cannot tell */
async function checkIndex(exam: Exam): Promise<readonly IndexRecord[] | null> {
  const { fs, layout, report, setAside } = exam
  const file = layout.indexFile
  if ((await isSealSound(fs, layout)) === false)
    await report({
      file: layout.indexSeal,
      kind: 'leftover',
      message: 'The note by which an older index is told from the right one is damaged. The index is intact.',
      repair: { does: 'Writes it anew.', run: () => fs.unlink(layout.indexSeal) }
    })
  if (!(await fs.lstat(file)))
    await report({
      file,
      message: 'The index is missing. It holds nothing that the histories do not tell too.',
      repair: { does: 'Builds it from the histories and the content.', run: () => Promise.resolve() }
    })
  else {
    const { index, whole } = await loadIndex(fs, file)
    const worth = await worthOfIndex(fs, layout, Date.now())
    for (const { id } of index.all()) exam.bound.add(id)
    if (whole && worth.is !== 'another') return [...index.all(), ...(await deletedFiles(exam))]
    await report({
      file,
      message: whole
        ? 'The index is an older one, or was cut. It holds nothing that the histories do not tell too.'
        : 'The index is damaged. It holds nothing that the histories do not tell too.',
      repair: {
        does: 'Sets it aside and builds it from the histories and the content.',
        run: () => setAside(file)
      }
    })
  }
  return null
}

/** What lies in the trash has histories too. */
export async function deletedFiles({ fs, layout }: Exam): Promise<IndexRecord[]> {
  const files: IndexRecord[] = []
  for (const id of await foldersIn(fs, layout.trash)) {
    const record = isGuid(id) ? await readTrashRecord(fs, layout, id) : null
    // media that an upload replaced shares its history with what is there now
    if (record?.cause === 'deleted') files.push(...record.files)
  }
  return files
}

/** Each file that the index or the trash knows has its history, with every version that it had. */
async function checkBound(
  exam: Exam,
  records: readonly IndexRecord[],
  copied: CopiedHistories
): Promise<void> {
  for (const record of records) {
    const { id, path } = record
    const state = exam.states.get(id)
    const known = new Map(state?.versions.map((version) => [version.id, version]))
    const versions = copied.versions.get(id) ?? []
    const lost = versions.filter((version) => !known.has(version.id)).length
    const nameless = versions.filter(
      (version) => version.written && known.has(version.id) && !known.get(version.id)?.written
    ).length
    if (state && lost + nameless === 0) continue
    const what = state
      ? lost > 0
        ? `The history of ${path} lacks ${lost} of its versions.`
        : `The history of ${path} does not say any more who wrote ${nameless} of its versions.`
      : missingHistory(path, versions.length, tellsOfAll(copied))
    await exam.report({
      file: exam.layout.log(id),
      message: what,
      lost: !state && !tellsOfAll(copied),
      repair: {
        does:
          versions.length > 0
            ? 'Writes the history anew, with the versions that its second copy tells of.'
            : 'Begins a new history with the content as it is now.',
        run: async () => {
          if (state) await exam.setAsideCopy(exam.layout.log(id))
          await historyAgain(exam, record, versions)
        }
      }
    })
  }
}

function missingHistory(path: string, versions: number, hasCopy: boolean): string {
  const intact = 'The file itself is intact and keeps its id.'
  if (hasCopy) return `The history of ${path} is missing, and with it the list of its versions. ${intact}`
  const told =
    versions === 0
      ? 'which versions it had is not known any more'
      : `only ${versions} of its versions are known, and there may have been more`
  return `The history of ${path} is missing, and its second copy is damaged or missing too: ${told}. The texts of others still lie in .galley/blobs, without their names. ${intact}`
}
