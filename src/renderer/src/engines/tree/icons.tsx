import {
  IconBraces,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFolder,
  IconFolderOpen,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconTable
} from '@tabler/icons-react'
import { kindOf } from '../../../../common/formats/files'
import type { ContentPath } from '../../../../common/content/paths'
import type { TreeEntry } from './entries'
import { useIsSheet } from './sheet-kinds'

const icons = {
  html: IconFileText,
  json: IconBraces,
  image: IconPhoto,
  pdf: IconFileTypePdf,
  video: IconMovie,
  audio: IconMusic,
  other: IconFile
} as const

/** The icon of a folder or of a kind of file. With its path, a JSON file that holds sheets shows as one. */
export function EntryIcon({
  entry,
  open = false
}: {
  readonly entry: Pick<TreeEntry, 'kind' | 'ext'> & { readonly path?: ContentPath }
  readonly open?: boolean
}) {
  const isSheet = useIsSheet(
    entry.kind === 'file' && kindOf(entry.ext) === 'json' ? (entry.path ?? null) : null
  )
  const ofFile = isSheet ? IconTable : icons[kindOf(entry.ext)]
  const Icon = entry.kind === 'folder' ? (open ? IconFolderOpen : IconFolder) : ofFile
  return <Icon size={16} stroke={1.5} aria-hidden="true" />
}
