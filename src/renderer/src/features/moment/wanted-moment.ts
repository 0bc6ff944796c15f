import type { ContentPath } from '../../../../common/content/paths'
import { openTool } from '../../app/workbench'

const wanted = new Map<ContentPath, number>()

/** Shows what became of a folder or site since a moment; without one, since yesterday. @param moment Unix milliseconds */
export function openMoment(path: ContentPath, moment?: number): void {
  if (moment !== undefined) wanted.set(path, moment)
  openTool('moment', path)
}

/** The moment that the view was opened for, once. */
export function takeMoment(path: ContentPath): number | null {
  const moment = wanted.get(path) ?? null
  wanted.delete(path)
  return moment
}
