import type { ContentPath } from '../../../common/content/paths'
import { nameOf, parentOf } from '../../../common/content/paths'
import type { Reason } from '../../../common/errors'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { viewFolder } from './folder-view'
import { makeLastNow } from './make-last'
import { adopt } from './adopt'
import { takeOutsideDelete } from './outside-file'

/** Takes in whatever other programs did below a folder. The caller holds the folder's lock. */
export async function takeInTree(core: Core, folder: ContentPath): Promise<void> {
  const view = await viewFolder(core, folder, true)
  if (!view) return
  const { waiting } = core.pendingAdoption
  const pendingAdoption = view.same.filter(({ id }) => waiting.has(id))
  if (pendingAdoption.length > 0) await makeLastNow(core, pendingAdoption)
  for (const { path } of view.differing) await adoptOrReport(core, path)
  for (const record of view.missing)
    if (core.index.memory.get(record.path)) await takeOutsideDelete(core, record)
  for (const below of view.folders) await takeInTree(core, below)
}

/**
 * Adopts what is at a path; what the rules for names refuse, and links, become a problem to show, not a
 * failure.
 */
export async function adoptOrReport(
  core: Core,
  path: ContentPath,
  recheck = false
): Promise<IndexRecord | null> {
  try {
    const adopted = await adopt(core, path, recheck)
    core.problems.resolved(path)
    return adopted.kind === 'file' ? adopted.record : null
  } catch (error) {
    if (!(error instanceof GalleyError) || !leftAlone.has(error.reason)) throw error
    core.problems.reportIn(
      parentOf(path),
      path,
      `${error.message} Until then it is left alone and not shown.`
    )
    return null
  }
}

const leftAlone = new Set<Reason>(['name-clash', 'no-access', 'too-large'])

/** True when two paths are the same but for case or normal form of the last name. */
export function sameButCase(a: ContentPath, b: ContentPath): boolean {
  return parentOf(a) === parentOf(b) && a !== b && nameOf(a).toLowerCase() === nameOf(b).toLowerCase()
}
