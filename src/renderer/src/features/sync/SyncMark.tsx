import { VisuallyHidden } from '@mantine/core'
import type { ContentPath } from '../../../../common/content/paths'
import type { SyncFileState } from '../../../../common/sync'
import { FileStateIcon } from './FileStateIcon'
import { fileWords, folderWords, isBad } from './file-state-words'
import { useSyncPart, type SyncNow } from './sync-store'
import classes from './marks.module.css'

/** What the tree says about a file or folder that is not in sync (Y31). */
interface SyncMarkNow {
  readonly state: SyncFileState
  readonly words: string
  readonly isFolder: boolean
}

/**
 * Beside a line of the tree; a folder sums up what is below it.
 * @param id of the words, for whoever describes the line by them
 */
export function SyncMark({ id, mark }: { readonly id: string; readonly mark: SyncMarkNow }) {
  return (
    <span
      id={id}
      className={classes.mark}
      data-sync={mark.state}
      data-bad={isBad(mark.state) || undefined}
      data-folder={mark.isFolder || undefined}
      title={mark.words}
    >
      <FileStateIcon state={mark.state} size={13} />
      <VisuallyHidden>{mark.words}</VisuallyHidden>
    </span>
  )
}

/** Null for what is in sync, or has no server. @param path null for what is no file or folder */
export function useSyncMark(path: ContentPath | null, kind: 'file' | 'folder'): SyncMarkNow | null {
  const found = useSyncPart((now) =>
    path === null ? null : (kind === 'file' ? fileIn : folderIn)(now, path)
  )
  if (!found) return null
  if ('count' in found)
    return { state: found.state, words: folderWords(found.state, found.count), isFolder: true }
  return { state: found.state, words: fileWords(found), isFolder: false }
}

function fileIn({ files }: SyncNow, path: ContentPath) {
  for (const pair of files.values()) {
    const file = pair.files.get(path)
    if (file) return file
  }
  return null
}

function folderIn({ files }: SyncNow, path: ContentPath) {
  for (const pair of files.values()) {
    const folder = pair.folders.get(path)
    if (folder) return folder
  }
  return null
}
