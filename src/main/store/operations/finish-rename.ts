import type { ContentPath } from '../../../common/content/paths'
import { parentOf } from '../../../common/content/paths'
import type { Core } from '../core/core'
import { movePublished } from '../core/published-move'
import { noteMoved } from './note-moved'

/** Under exactly this name, also where the disk does not tell “a” from “A”. */
export async function existsExactly(
  core: Core,
  path: ContentPath
): Promise<'file' | 'folder' | 'other' | null> {
  const entries = await core.fs.readdir(core.layout.content(parentOf(path)))
  return entries?.find(({ name }) => path.endsWith(`/${name.normalize('NFC')}`))?.kind ?? null
}

/** After a crash behind the rename: the index, and what is published, follow. */
export async function finishRename(
  core: Core,
  from: ContentPath,
  to: ContentPath,
  at: number
): Promise<void> {
  if (core.index.memory.within(from).length > 0) await noteMoved(core, await core.index.move(from, to))
  await movePublished(core, from, to, at)
}
