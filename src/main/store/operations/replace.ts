import { dirname, join } from 'node:path'
import type { Person } from '../../../common/person'
import { copyBytes } from '../disk/copy-bytes'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import type { FileStat } from '../disk/durable-fs'
import { sameStat } from '../disk/durable-fs'
import { allDone, writeSynced } from '../disk/durable-write'
import { currentEvent, isVersioned } from '../logs/entries'
import { backAsBlob, needState, versionEvent } from '../core/keep-version'
import { tempName } from '../layout/layout'
import type { LogEvent, VersionEvent } from '../logs/log-events'
import type { KeepPlan } from '../layout/version-rules'
import type { ContentHash, Guid } from '../layout/names'
import { newGuid } from '../layout/names'

/** New content: bytes in memory, or a file in staging that was streamed there and is durable. */
export type NewContent =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly hash: ContentHash; readonly size: number }
  | {
      readonly kind: 'staged'
      readonly file: string
      readonly stat: FileStat
      readonly hash: ContentHash
      readonly size: number
    }

export interface Replace {
  readonly record: IndexRecord
  readonly content: NewContent
  readonly plan: KeepPlan
  /** Who wrote what is replaced; default: who wrote it last. */
  readonly writers?: readonly Person[] | undefined
  readonly by: Person
  readonly session: string | undefined
  readonly at: number
  /** Nobody sees the new content before this (`WriteOptions`). */
  readonly after?: Promise<unknown> | undefined
  /** Where the bytes being replaced still lie, for files without versions. */
  readonly oldCopy?: string
}

export interface Replaced {
  readonly record: IndexRecord
  readonly kept: VersionEvent | null
}

/**
 * The save of a file that exists (W2, W5). In order: the new bytes, their shadow and the blob of the old ones
 * durable · the log tells of both, and a last look at the old file · the new file takes the name, durable.
 * Null when another program changed the file meanwhile: nothing is changed, the caller looks again. The
 * caller holds the path's lock.
 */
export async function replaceContent(core: Core, change: Replace): Promise<Replaced | null> {
  const { record, content, plan } = change
  const target = core.layout.content(record.path)
  const versioned = isVersioned(record.path)
  const state = await needState(core, record)
  const identical = content.hash === record.hash
  const temp = content.kind === 'staged' ? content.file : join(dirname(target), tempName(newGuid()))

  const undo: (() => Promise<unknown>)[] = []
  // what the later steps need is opened while the first ones wait for the disk
  const log = core.logs.prepare(record.id)
  const names = core.fs.openFolder(dirname(target))
  try {
    const [stat, , , opened, folder] = await allDone([
      stageContent(core, content, temp, undo),
      versioned && !identical && content.kind === 'bytes'
        ? keepNew(core, record.id, content.hash, content.bytes, undo)
        : Promise.resolve(),
      plan.keep ? backAsBlob(core, record) : Promise.resolve(),
      log,
      names,
      change.after ?? Promise.resolve()
    ])
    const next = nextRecord(change, stat)
    const kept = plan.keep
      ? versionEvent(record, state, change.writers ?? [record.by], change.at, plan.label)
      : null
    const events: LogEvent[] = [...(kept ? [kept] : []), currentEvent(next)]
    const [there] = await allDone([
      core.fs.lstat(target),
      opened.append(events).then((takeBack) => undo.push(takeBack))
    ])
    if (!there || !sameStat(there, record)) {
      await undoAll(undo)
      return null
    }
    await core.fs.rename(temp, target)
    undo.push(() => putBack(core, change))
    await folder.sync()
    core.index.refresh(next)
    if (versioned && !plan.keep && !identical) await core.backing.drop(record.id, record.hash)
    return { record: next, kept }
  } catch (error) {
    await undoAll(undo)
    throw error
  } finally {
    await log.then((open) => open.abandon()).catch(() => undefined)
    names.then((open) => open.close()).catch(() => undefined)
  }
}

async function stageContent(
  core: Core,
  content: NewContent,
  temp: string,
  undo: (() => Promise<unknown>)[]
): Promise<FileStat> {
  if (content.kind === 'staged') return content.stat
  undo.push(() => core.fs.unlink(temp))
  return writeSynced(core.fs, temp, content.bytes)
}

function keepNew(
  core: Core,
  id: Guid,
  hash: ContentHash,
  bytes: Uint8Array,
  undo: (() => Promise<unknown>)[]
): Promise<void> {
  undo.push(() => core.backing.drop(id, hash))
  return core.backing.keep(id, hash, bytes)
}

/** What the index says of the file from now on. @param stat of its new bytes on the disk */
export function nextRecord({ record, content, plan, by, session, at }: Replace, stat: FileStat): IndexRecord {
  return {
    path: record.path,
    id: record.id,
    hash: content.hash,
    size: content.size,
    mtimeMs: stat.mtimeMs,
    ino: stat.ino,
    at,
    by,
    ...(session !== undefined && { session }),
    ...(plan.since !== undefined && { since: plan.since })
  }
}

/** The old content once more, after its name was given away. */
export async function putBack(core: Core, { record, oldCopy }: Replace): Promise<void> {
  const target = core.layout.content(record.path)
  const temp = join(dirname(target), tempName(newGuid()))
  const stat =
    oldCopy === undefined
      ? await fromBacking(core, record, temp)
      : (await copyBytes(core.fs, oldCopy, temp)).stat
  if (!stat) return
  const { mtimeMs, ino } = stat
  await core.fs.rename(temp, target)
  core.index.refresh({ ...record, mtimeMs, ino })
}

async function fromBacking(core: Core, { id, hash }: IndexRecord, temp: string): Promise<FileStat | null> {
  const old = await core.backing.read(id, hash)
  return old && writeSynced(core.fs, temp, old)
}

/** Takes back in reverse order, all that can be. @throws the first error */
export async function takeAllBack(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const step of [...undo].reverse()) await step().catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

/** Takes back in reverse order. What cannot be taken back is swept or ignored at the next start. */
export async function undoAll(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
  await takeAllBack(undo).catch(() => undefined)
}
