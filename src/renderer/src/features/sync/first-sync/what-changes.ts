import { leavesOut, type LeftOut } from '../../../../../common/sync/left-out'
import { isOut } from './folder-choice'

/** What a choice changes, in sentences; none where it changes nothing. @param before what is left out now */
export function whatChanges(before: LeftOut, after: LeftOut): string[] {
  const was = new Set(before.folders)
  const is = new Set(after.folders)
  const out = after.folders.filter((folder) => !isOut(was, folder)).map(named)
  const back = before.folders.filter((folder) => !isOut(is, folder)).map(named)
  if (after.media && !before.media) out.push('what is no page and no data')
  if (before.media && !after.media) back.push('what is no page and no data')
  return [
    ...(out.length > 0
      ? [
          `Left out from now on: ${listed(out)}. What is here stays here, and what is on the server stays there; nothing of it is sent, received or deleted.`
        ]
      : []),
    ...(back.length > 0
      ? [
          `Synced again: ${listed(back)}. What has come or changed meanwhile goes to the other side; where both have changed, it is merged, or you decide. What is missing here comes again.`
        ]
      : [])
  ]
}

/** Whether two choices leave out the same. */
export function isSame(a: LeftOut, b: LeftOut): boolean {
  const [inA, inB] = [leavesOut(a), leavesOut(b)]
  return (
    a.media === b.media &&
    [...a.folders, ...b.folders].every((folder) => inA(folder) === inB(folder)) &&
    whatChanges(a, b).length === 0
  )
}

const named = (folder: string) => folder.slice(1)
const listed = (names: readonly string[]) =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
