import { nameOf } from '../../../common/content/paths'
import type { ContentPath } from '../../../common/content/paths'
import { contentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { requireReadableName } from '../core/folder-names'
import type { Core } from '../core/core'
import { movedPath } from '../layout/content-index'
import { adopt } from '../outside/adopt'
import type { Adopted } from '../outside/adopt'
import { sameButCase, takeInTree } from '../outside/take-in'

/** Source and target of a move or copy, adopted and allowed (S4). */
export interface Transfer {
  readonly source: Exclude<Adopted, { kind: 'none' }>
  readonly target: Adopted
  /** Files of the source. */
  readonly files: readonly ContentPath[]
}

/**
 * @param leaves whether the source moves away or stays
 * @throws bad-path, into-itself, across-orgs, not-found, exists, is-folder, name-clash. The caller holds both
 * locks.
 */
export async function prepareTransfer(
  core: Core,
  from: ContentPath,
  to: ContentPath,
  overwrite: boolean,
  leaves: 'moves' | 'stays'
): Promise<Transfer> {
  const source = await adopt(core, from)
  if (source.kind === 'none')
    throw new GalleyError('not-found', 'There is nothing to move or copy here.', { where: from })
  if (source.kind === 'folder') await takeInTree(core, from)
  // only what leaves its place may come back to it in another spelling (N5)
  if (nameOf(to) !== nameOf(from)) requireReadableName(to)
  await core.names.check(to, leaves === 'moves' ? from : undefined)
  const target: Adopted = sameButCase(from, to) ? { kind: 'none' } : await adopt(core, to)
  const files = core.index.memory.within(from).map(({ path }) => path)
  // nothing below may become longer than a path can be (N5)
  if (to.length > from.length) for (const file of files) contentPath(movedPath(file, from, to))
  if (target.kind === 'none') return { source, target, files }
  if (!overwrite) throw new GalleyError('exists', 'Something with this name is already there.', { where: to })
  if (target.kind === 'folder' && source.kind === 'file') {
    throw new GalleyError('is-folder', 'A folder is in the way of the file. Choose another name.', {
      where: to
    })
  }
  if (target.kind === 'folder') await checkMerge(core, files, from, to)
  return { source, target, files }
}

async function checkMerge(
  core: Core,
  files: readonly ContentPath[],
  from: ContentPath,
  to: ContentPath
): Promise<void> {
  await takeInTree(core, to)
  for (const file of files) {
    const target = movedPath(file, from, to)
    await core.names.check(target)
    if ((await core.fs.lstat(core.layout.content(target)))?.kind === 'folder') {
      throw new GalleyError('is-folder', 'A folder is in the way of a file. Nothing was changed.', {
        where: target
      })
    }
  }
}
