import { UnstyledButton } from '@mantine/core'
import { IconCloudCheck } from '@tabler/icons-react'
import type { ContentPath } from '../../../../common/content/paths'
import { FileStateIcon } from './FileStateIcon'
import { fileWords, isBad } from './file-state-words'
import { showSync } from './screen'
import { useSync } from './sync-store'

/** How the document in the middle stands to its server, in the status bar; nothing where it has none. */
export function DocumentSync({
  path,
  className
}: {
  readonly path: ContentPath
  readonly className: string | undefined
}) {
  const { overview, files } = useSync()
  const pair = overview?.pairs.find(({ local }) => path.startsWith(`${local}/`))
  const own = pair && files.get(pair.id)
  if (!pair || !own) return null
  // what was written here since is there already, or on its way
  const told = own.files.get(path)
  const isAlike = own.alike.has(path) && !(told && isBad(told.state))
  const file = isAlike ? undefined : told
  const isKnown = pair.status.last !== null || (own.counts['synced'] ?? 0) > 0
  if (!file && !isKnown && !isAlike) return null
  const server = overview?.remotes.find(({ id }) => id === pair.remoteId)?.name ?? 'the server'
  const words = file ? fileWords(file) : `${isAlike ? 'Kept alike' : 'In sync'} with ${server}`
  return (
    <UnstyledButton
      className={className ?? ''}
      data-tone={file && isBad(file.state) ? 'warn' : 'calm'}
      data-document-sync={isAlike ? 'alike' : (file?.state ?? 'synced')}
      title={`This document: ${words}`}
      aria-label={`This document: ${words}`}
      onClick={() => showSync(pair, file?.state === 'conflict' ? { key: file.key } : null)}
    >
      {file ? (
        <FileStateIcon state={file.state} />
      ) : (
        <IconCloudCheck size={14} stroke={1.5} aria-hidden="true" />
      )}
      {file ? shortWords[file.state] : isAlike ? 'Kept alike' : 'In sync'}
    </UnstyledButton>
  )
}

const shortWords = {
  conflict: 'Conflict: decide…',
  error: 'Not synced',
  clash: 'Not synced: its name',
  held: 'Deletion waits for a yes',
  editing: 'Syncs when you pause',
  'to-send': 'To be sent',
  'to-fetch': 'To be received',
  'to-merge': 'To be merged',
  unseen: 'Not compared yet'
} as const
