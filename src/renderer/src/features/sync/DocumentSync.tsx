import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconCloudCheck } from '@tabler/icons-react'
import type { ContentPath } from '../../../../common/content/paths'
import { useNow } from '../../components/useNow'
import { useEditorSettings } from '../../workbench/editor-settings'
import { FileStateIcon } from './FileStateIcon'
import { fileWords, isBad } from './file-state-words'
import { showSync } from './screen'
import { useSync } from './sync-store'
import { whyNotAlike } from './why-not-alike'
import classes from './marks.module.css'

/**
 * How the document in the middle stands to its server, in the status bar, and why it is not kept alike; nothing where
 * it has none.
 */
export function DocumentSync({
  path,
  className
}: {
  readonly path: ContentPath
  readonly className: string | undefined
}) {
  const { overview, files } = useSync()
  const { apart: isApart } = useEditorSettings()
  const now = useNow()
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
  const why = isAlike ? null : whyNotAlike(path, { pair, files: own, server, isApart }, now)
  const isConflict = file?.state === 'conflict'
  const show = () => showSync(pair, isConflict ? { key: file.key } : null)
  const apart = `${words.replace(/\.$/, '')}. Not kept alike letter by letter.`
  const all = why === null ? words : `${apart} ${why}`
  const isTold = why !== null && !isConflict
  const mark = (
    <UnstyledButton
      className={className ?? ''}
      data-tone={file && isBad(file.state) ? 'warn' : 'calm'}
      data-document-sync={isAlike ? 'alike' : (file?.state ?? 'synced')}
      title={`This document: ${all}`}
      aria-label={`This document: ${all}`}
      {...(!isTold && { onClick: show })}
    >
      {file ? (
        <FileStateIcon state={file.state} />
      ) : (
        <IconCloudCheck size={14} stroke={1.5} aria-hidden="true" />
      )}
      {file ? shortWords[file.state] : isAlike ? 'Kept alike' : 'In sync'}
    </UnstyledButton>
  )
  if (!isTold) return mark
  return (
    <Popover position="top-start" width={360} shadow="md" trapFocus returnFocus>
      <Popover.Target>{mark}</Popover.Target>
      <Popover.Dropdown>
        <p className={classes.why}>{apart}</p>
        <p className={classes.why}>{why}</p>
        <Button variant="default" size="compact-xs" onClick={show}>
          Show the sync
        </Button>
      </Popover.Dropdown>
    </Popover>
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
