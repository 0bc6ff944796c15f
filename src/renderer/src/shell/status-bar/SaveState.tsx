import { clockOf } from '../../components/formats'
import { UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconLock,
  IconPencil,
  IconRefresh,
  IconTrash
} from '@tabler/icons-react'
import { assertNever } from '../../../../common/errors'
import { useToolStatus } from '../../documents/tool-status'
import type { Tab } from '../../workbench/workbench'
import { useSaveStatus, YOU, type SaveStatus } from '../../documents'
import classes from './StatusBar.module.css'

/** Whether what is typed in the document is durable; if not, why, and what can be done. */
export function SaveState({ tab }: { readonly tab: Tab }) {
  const ofDocument = useSaveStatus(tab.kind === 'tool' ? null : tab.path)
  const status = useToolStatus(tab.id) ?? ofDocument
  if (!status) return null
  return (
    <span className={classes.item} data-tone={toneOf(status)} role="status" data-save-status={status.kind}>
      <Words status={status} />
    </span>
  )
}

function Words({ status }: { readonly status: SaveStatus }) {
  switch (status.kind) {
    case 'saved':
      return (
        <>
          <IconCheck size={14} stroke={2} className={classes.ok} aria-hidden="true" />
          <span title={status.at === undefined ? undefined : `Saved at ${clockOf(status.at)}`}>Saved</span>
        </>
      )
    case 'typing':
      return (
        <>
          <IconPencil size={14} stroke={1.5} aria-hidden="true" />
          Not saved yet…
        </>
      )
    case 'held':
      return (
        <>
          <IconPencil size={14} stroke={1.5} aria-hidden="true" />
          {status.words?.state ?? 'Not saved yet'}
          <UnstyledButton className={classes.action ?? ''} onClick={status.save}>
            {status.words?.action ?? 'Save…'}
          </UnstyledButton>
        </>
      )
    case 'saving':
      return (
        <>
          <IconRefresh size={14} stroke={1.5} aria-hidden="true" />
          Saving…
        </>
      )
    case 'failed':
      return (
        <>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden="true" />
          <span className={classes.long} title={status.message}>
            Not saved: {status.message}
          </span>
          <UnstyledButton className={classes.action ?? ''} onClick={status.retry}>
            Retry
          </UnstyledButton>
        </>
      )
    case 'conflict':
      return (
        <>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden="true" />
          Not saved: {status.by} changed this file{status.by === YOU && ' elsewhere'}. Choose above what to
          keep.
        </>
      )
    case 'deleted':
      return (
        <>
          <IconTrash size={14} stroke={1.5} aria-hidden="true" />
          In the trash
        </>
      )
    case 'read-only':
      return (
        <>
          <IconLock size={14} stroke={1.5} aria-hidden="true" />
          <span className={classes.long} title={status.message}>
            Read only: {status.message}
          </span>
        </>
      )
    default:
      return assertNever(status)
  }
}

function toneOf(status: SaveStatus): 'calm' | 'bad' | 'warn' {
  if (status.kind === 'failed') return 'bad'
  return status.kind === 'conflict' ? 'warn' : 'calm'
}
