import {
  IconBraces,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFolder,
  IconFolderOpen,
  IconMovie,
  IconMusic,
  IconPhoto
} from '@tabler/icons-react'
import { kindOf } from '../../../../common/content/media-types'
import type { TreeEntry } from './entries'

const icons = {
  html: IconFileText,
  json: IconBraces,
  image: IconPhoto,
  pdf: IconFileTypePdf,
  video: IconMovie,
  audio: IconMusic,
  other: IconFile
} as const

/** The icon of a folder or of a kind of file. */
export function EntryIcon({
  entry,
  open = false
}: {
  readonly entry: Pick<TreeEntry, 'kind' | 'ext'>
  readonly open?: boolean
}) {
  const Icon = entry.kind === 'folder' ? (open ? IconFolderOpen : IconFolder) : icons[kindOf(entry.ext)]
  return <Icon size={16} stroke={1.5} aria-hidden="true" />
}
