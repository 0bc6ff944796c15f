import { dirname, join } from 'node:path'
import type { Core } from '../core/core'
import { backAllAsBlobs, needState, versionEvent } from '../core/keep-version'
import { sameStat } from '../disk/durable-fs'
import { allDone } from '../disk/durable-write'
import { tempName } from '../layout/layout'
import { newGuid } from '../layout/names'
import { currentEvent, isVersioned } from '../logs/entries'
import type { IndexRecord } from '../layout/content-index'
import { sideBySide } from '../../../common/side-by-side'
import { nextRecord, putBack, takeAllBack, undoAll, type Replace, type Replaced } from './replace'

/** A save of a document whose bytes are in memory. */
export type SmallReplace = Replace & { readonly content: { readonly kind: 'bytes' } }

interface ReplacedTogether {
  /** In their order; null for one that another program changed meanwhile: nothing is changed there. */
  readonly files: readonly (Replaced | null)[]
  /** As that of `replaceContent`, of all of them. */
  readonly takeBack: () => Promise<void>
}

/** So many files are put back at once. */
const AT_ONCE = 8

/**
 * As `replaceContent`, of many small documents, each step for all of them: new bytes, their shadows and the
 * blobs of the old ones durable · the logs tell of both · the names, each after a last look at the old file. A
 * crash leaves each file whole or not at all. Rejects when one of them failed: then nothing of any stays. The
 * caller holds the locks of all paths.
 * @param isBacked whether the blobs of the old contents are there already
 */
export async function replaceTogether(
  core: Core,
  changes: readonly SmallReplace[],
  isBacked = false
): Promise<ReplacedTogether> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    const states = await allDone(changes.map(({ record }) => needState(core, record)))
    const all = changes.map((change, at) => {
      const state = states[at]
      if (!state) throw new Error('a history was begun without a trace')
      const { record, content } = change
      const target = core.layout.content(record.path)
      const temp = join(dirname(target), tempName(newGuid()))
      return { change, state, target, temp, isNew: content.hash !== record.hash }
    })
    const shadowed = all.filter(({ change, isNew }) => isNew && isVersioned(change.record.path))
    const kept = changes.flatMap(({ plan, record }) => (plan.keep ? [record] : []))
    undo.push(() => allDone(all.map(({ temp }) => core.fs.unlink(temp))))
    undo.push(() =>
      allDone(shadowed.map(({ change }) => core.backing.drop(change.record.id, change.content.hash)))
    )
    const [stats] = await allDone([
      core.backing.keepAll(
        shadowed.map(({ change: { record, content } }) => ({
          id: record.id,
          hash: content.hash,
          bytes: content.bytes
        })),
        all.map(({ temp, change }) => ({ path: temp, data: change.content.bytes, temporary: true }))
      ),
      isBacked ? Promise.resolve() : backAllAsBlobs(core, kept)
    ])
    const written = all.map(({ change, state, ...rest }, at) => {
      const stat = stats[at]
      if (!stat) throw new Error('a file was written without a trace')
      const { plan, record, writers } = change
      const version = plan.keep
        ? versionEvent(record, state, writers ?? [record.by], change.at, plan.label)
        : null
      return { ...rest, change, kept: version, record: nextRecord(change, stat) }
    })
    const logs = await core.logs.appendAll(
      written.map(({ record, kept: version }) => ({
        id: record.id,
        events: [...(version ? [version] : []), currentEvent(record)]
      }))
    )
    undo.push(() => takeAllBack(logs))
    undo.push(() => putOwnBack(core, written))
    const renamed = await core.fs.renameAll(
      written.map(({ temp, target, change }) => ({ from: temp, to: target, over: change.record }))
    )
    for (const [at, { temp, change, isNew }] of written.entries()) {
      if (renamed[at]) continue
      const { record, content } = change
      await undoAll([
        () => core.fs.unlink(temp),
        () => (isNew ? core.backing.drop(record.id, content.hash) : Promise.resolve()),
        logs[at] ?? (() => Promise.resolve())
      ])
    }
    for (const [at, { record, change, isNew }] of written.entries()) {
      if (!renamed[at]) continue
      core.index.refresh(record)
      if (isVersioned(record.path) && !change.plan.keep && isNew)
        // what cannot go now is swept at the next start
        await core.backing.drop(record.id, change.record.hash).catch(() => undefined)
    }
    return {
      files: written.map(({ record, kept: version }, at) => (renamed[at] ? { record, kept: version } : null)),
      takeBack: () => takeAllBack(undo)
    }
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

/** Where the new content has come to its place, the old one once more; not what another program has put there. */
async function putOwnBack(
  core: Core,
  all: readonly { readonly target: string; readonly record: IndexRecord; readonly change: Replace }[]
): Promise<void> {
  const there = await core.fs.lstatAll(all.map(({ target }) => target))
  const own = all.filter(({ record }, at) => {
    const stat = there[at]
    return stat && sameStat(stat, record)
  })
  await sideBySide(own, AT_ONCE, ({ change }) => putBack(core, change))
}
