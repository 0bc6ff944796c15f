import type { ContentPath } from '../../../../common/content/paths'
import { openTool } from '../../workbench/workbench'

/** What the view is opened with. */
export interface WantedMoment {
  /** Unix milliseconds. */
  readonly moment: number
  /** Whether files that were made since go into the trash; default: they stay. */
  readonly trashAdded: boolean
}

const wanted = new Map<ContentPath, WantedMoment>()

/**
 * Shows what became of a folder or site since a moment; without one, since yesterday.
 * @param moment Unix milliseconds
 */
export function openMoment(
  path: ContentPath,
  moment?: number,
  { trashAdded = false }: { readonly trashAdded?: boolean } = {}
): void {
  if (moment !== undefined) wanted.set(path, { moment, trashAdded })
  openTool('moment', path)
}

/** What the view was opened with, until that is forgotten. */
export const wantedMoment = (path: ContentPath): WantedMoment | null => wanted.get(path) ?? null

/** It is shown. */
export function forgetMoment(path: ContentPath): void {
  wanted.delete(path)
}
