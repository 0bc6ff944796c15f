import type { ContentPath } from '../../../common/content/paths'
import { isWithin } from '../../../common/content/paths'
import type { Core } from '../core/core'
import { movePublished } from '../core/published-move'
import type { Guid } from '../layout/names'
import type { ChangeIntent } from '../logs/journal'
import { endIntentForGood } from '../logs/journal'
import { adoptOrReport } from '../outside/take-in'
import { existsExactly } from './finish-rename'
import { renameWhole } from './move'
import { noteMoved } from './note-moved'
import { replaceContent } from './replace'
import { putBack } from './restore'

/**
 * Takes back what a change of several files did that a crash interrupted, or a failing disk (W14). Only what
 * it has written itself is touched: what somebody did there since stays. Can be done again from any point.
 */
export async function takeChangeBack(core: Core, intent: ChangeIntent): Promise<void> {
  for (const move of [...intent.moves].reverse()) await renameBack(core, intent, move)
  for (const file of intent.files) await contentBack(core, intent, file)
  for (const id of intent.trashed ?? []) await outOfTrash(core, intent, id)
}

/**
 * What a failing disk kept from being taken back: tried once more before anything else is moved.
 * @throws as long as the disk fails
 */
export async function takeUnfinishedBack(core: Core): Promise<void> {
  for (const intent of core.unfinished) {
    await core.locks.run(pathsOf(intent), async () => {
      if (!core.unfinished.has(intent)) return
      await takeChangeBack(core, intent)
      await endIntentForGood(core.fs, core.layout, intent.id)
      core.unfinished.delete(intent)
    })
  }
}

/** All that is locked for a change. */
export const pathsOf = ({
  files,
  moves
}: {
  readonly files: readonly { readonly path: ContentPath }[]
  readonly moves: readonly { readonly from: ContentPath; readonly to: ContentPath }[]
}): ContentPath[] => [...files.map(({ path }) => path), ...moves.flatMap(({ from, to }) => [from, to])]

/** What was in the way, as far as its place is free. */
async function outOfTrash(core: Core, { moves, by }: ChangeIntent, id: Guid): Promise<void> {
  const item = core.trash.get(id)
  if (!item || !moves.some(({ to }) => to === item.path)) return
  if (!(await existsExactly(core, item.path))) await putBack(core, item, by)
}

async function contentBack(
  core: Core,
  { at, by }: ChangeIntent,
  { path, from, to }: ChangeIntent['files'][number]
): Promise<void> {
  if ((await existsExactly(core, path)) !== 'file') return
  const record = await adoptOrReport(core, path)
  if (record?.hash !== to || record.at !== at) return
  const bytes = await core.backing.readBlob(from, path)
  const content = { kind: 'bytes', bytes, hash: from, size: bytes.length } as const
  await replaceContent(core, {
    record,
    content,
    plan: { keep: true },
    by,
    session: undefined,
    at: core.now()
  })
}

async function renameBack(
  core: Core,
  { at, by }: ChangeIntent,
  { from, to, file }: ChangeIntent['moves'][number]
): Promise<void> {
  const known = file === undefined ? null : core.index.memory.byId(file)
  if (file !== undefined && !(known && [from, to].some((place) => isWithin(known.path, place)))) return
  const [source, target] = [await existsExactly(core, from), await existsExactly(core, to)]
  if (!source && (target === 'file' || target === 'folder')) {
    // what is published goes first: only where the file itself is can be told that it was moved
    await movePublished(core, to, from, at)
    // the index may not know of the rename yet
    if (core.index.memory.within(to).length === 0) await core.index.move(from, to)
    await (await renameWhole(core, { from: to, to: from, kind: target, replaces: false, by, at })).notify()
  } else if (source && !target && core.index.memory.within(to).length > 0)
    await noteMoved(core, await core.index.move(to, from))
}
