import type { SyncSurvey } from '../../../../../common/sync'

/** One folder to choose: what the server has in it, and how many files are here. */
export type FolderCount = SyncSurvey['top'][number]

/** What lies directly in the folders that were looked into; `''` is the root. */
export type Loaded = ReadonlyMap<string, readonly FolderCount[]>

const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`)
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Whether a folder is left out, itself or with one above it. */
export const isOut = (out: ReadonlySet<string>, path: string): boolean =>
  [...out].some((folder) => path === folder || isBelow(path, folder))

/** Whether only a part of a folder is left out. */
export const isPartly = (out: ReadonlySet<string>, path: string): boolean =>
  !isOut(out, path) && [...out].some((folder) => isBelow(folder, path))

/**
 * Leaves a folder out with all that is below it, or takes it in again. Taken in below one that is left out,
 * the others beside it stay out.
 */
export function toggled(out: ReadonlySet<string>, path: string, loaded: Loaded): ReadonlySet<string> {
  if (!isOut(out, path)) return new Set([...[...out].filter((one) => !isBelow(one, path)), path])
  const next = new Set(out)
  let above = path
  while (!next.delete(above)) {
    above = parentOf(above)
    for (const beside of loaded.get(above) ?? [])
      if (beside.path !== '' && beside.path !== path && !isBelow(path, beside.path)) next.add(beside.path)
  }
  return next
}

/** How many files of the server are not left out, by what was counted. */
export function filesIn(out: ReadonlySet<string>, loaded: Loaded): number {
  const all = (loaded.get('') ?? []).reduce((sum, { files }) => sum + files, 0)
  const counts = new Map([...loaded.values()].flat().map((one) => [one.path, one.files]))
  return [...out].reduce((sum, path) => sum - (counts.get(path) ?? 0), all)
}

/** Folders that must be looked into so that everything that is left out shows, from above down. */
export function foldersAbove(out: Iterable<string>): string[] {
  const above = new Set<string>()
  for (const path of out)
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) above.add(folder)
  return [...above].sort()
}

/** The same with the folders that are left out and are not there (any more). */
export function withMissing(
  folder: string,
  rows: readonly FolderCount[],
  out: Iterable<string>
): readonly FolderCount[] {
  const missing = [...out].filter(
    (path) => parentOf(path) === folder && !rows.some((row) => row.path === path)
  )
  return [...rows, ...missing.map((path) => ({ path, files: 0, bytes: 0, here: 0 }))]
}
