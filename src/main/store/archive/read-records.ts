import { contentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import { filesIn, foldersIn, readIfPlain } from '../disk/durable-read'
import { unseal } from '../disk/sealed-json'
import { reservedNames } from '../layout/layout'
import { isRecordName, type RecordName } from '../layout/names'
import { readLog } from '../logs/line-log'
import { readRoomLog, roomIdOf, roomLine } from '../logs/room-entries'
import type { ArchivedRoom, ArchiveRecord } from '../seam/archive'
import { inKeyOrder } from './named'
import type { PublishedState } from '../seam/published'
import { parseSyncLine } from '../sync/sync-log'
import { isKindThatGoes, isSettingThatGoes } from './travels'

/** What a folder knows besides its files, sorted. */
export async function* recordsOfFolder(core: Core): AsyncGenerator<ArchiveRecord, void> {
  yield* statesOf(core)
  const { fs, layout } = core
  for (const file of await filesIn(fs, `${layout.service}/documents`)) {
    const name = file.replace(/\.json$/, '')
    if (file.endsWith('.json') && isRecordName(name) && isSettingThatGoes(name))
      yield { kind: 'document', name, value: await sealedIn(core, layout.documentFile(name)) }
  }
  for (const of of (await foldersIn(fs, layout.service)).filter(isRecordName))
    if (!reservedNames.has(of) && isKindThatGoes(of)) yield* keyedOf(core, of)
  for (const file of await filesIn(fs, layout.sync)) {
    const pair = file.replace(/\.log$/, '')
    if (file.endsWith('.log') && isRecordName(pair)) yield* syncOf(core, pair)
  }
  for (const file of await filesIn(fs, layout.rooms)) {
    const room = roomIdOf(file)
    if (room) yield await roomOf(core, room)
  }
}

async function* statesOf({ fs, layout, publishedLogs }: Core): AsyncGenerator<ArchiveRecord, void> {
  const all: PublishedState[] = []
  for (const org of await foldersIn(fs, layout.published))
    for (const site of await foldersIn(fs, `${layout.published}/${org}`))
      all.push(...(await publishedLogs.of(contentPath(`/${org}/${site}`))).states.values())
  for (const state of inKeyOrder(all)) yield { kind: 'published', state }
}

async function* keyedOf(core: Core, of: RecordName): AsyncGenerator<ArchiveRecord, void> {
  for (const file of await filesIn(core.fs, core.layout.records(of))) {
    const key = file.replace(/\.json$/, '')
    if (file.endsWith('.json') && isRecordName(key))
      yield { kind: 'record', of, key, value: await sealedIn(core, core.layout.record(of, key)) }
  }
}

async function sealedIn({ fs }: Core, file: string): Promise<unknown> {
  const bytes = await readIfPlain(fs, file)
  try {
    if (bytes) return unseal(bytes)
  } catch {
    // told below
  }
  throw new GalleyError('damaged', 'A record of the workspace is damaged.', { where: file })
}

async function* syncOf({ fs, layout }: Core, pair: RecordName): AsyncGenerator<ArchiveRecord, void> {
  const bytes = await readIfPlain(fs, layout.syncLog(pair))
  const last = new Map<string, { readonly value: unknown; readonly needs: readonly string[] }>()
  for (const line of readLog(bytes ?? new Uint8Array()).values.flatMap((one) => parseSyncLine(one) ?? [])) {
    if (line.value === null) last.delete(line.key)
    else last.set(line.key, { value: line.value, needs: line.needs ?? [] })
  }
  for (const [key, { value, needs }] of last)
    yield { kind: 'sync', pair, key, value, needs: [...new Set(needs)].sort() }
}

async function roomOf({ fs, layout }: Core, file: ArchivedRoom['file']): Promise<ArchivedRoom> {
  const place = layout.roomLog(file)
  const stat = await fs.lstat(place)
  const found = readRoomLog((await readIfPlain(fs, place)) ?? new Uint8Array())
  if (found.isDamaged)
    throw new GalleyError('damaged', 'What is written together in a file is damaged.', { where: place })
  return {
    kind: 'room',
    file,
    at: Math.floor(stat?.mtimeMs ?? 0),
    lines: found.entries.map((entry) => roomLine([entry]).toString('utf8'))
  }
}
