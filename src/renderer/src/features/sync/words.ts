import type { SyncPair, SyncRun, SyncStatus } from '../../../../common/sync'
import { relativeTime } from '../../components/time'

/** How things are called in the sync. */

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

const deeds: Readonly<Record<string, string>> = {
  pulled: 'received',
  pushed: 'sent',
  merged: 'merged',
  conflict: 'to decide',
  'deleted-here': 'moved to the trash here',
  'deleted-there': 'deleted on the server',
  'renamed-there': 'renamed on the server',
  'kept-there': 'made again on the server: changed here, deleted there',
  'kept-here': 'brought back here: changed on the server, deleted here'
}

export const deedWords = (did: string): string => deeds[did] ?? did

/** “3 received, 2 sent” */
export function countWords({ counts }: SyncRun): string {
  const parts = Object.entries(counts).map(
    ([did, number]) => `${number.toLocaleString('en')} ${deedWords(did)}`
  )
  return parts.length === 0 ? 'nothing to do' : parts.join(', ')
}

const clashes: Readonly<Record<string, string>> = {
  'same-name':
    'The server has two files whose names differ only in their letters’ case or accents. Rename one there.',
  'other-spelling': 'The two sides write this name otherwise. Rename one of them.',
  'file-and-folder': 'One side has a file where the other has a folder. Rename one of them.'
}

export const clashWords = (reason: string): string => clashes[reason] ?? reason

/** One line for the status bar and the head of the view. */
export function stateWords(status: SyncStatus, paused: boolean): string {
  const { state, progress, last, conflicts } = status
  if (state === 'running')
    return progress
      ? `Syncing: ${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`
      : 'Syncing…'
  if (state === 'offline') return 'The server does not answer'
  if (conflicts > 0) return `${count(conflicts, 'conflict')} to decide`
  if (state === 'attention') return 'Sync needs a look'
  if (paused) return 'Sync paused'
  return last ? `Synced ${relativeTime(last.endedAt)}` : 'Not synced yet'
}

export const toneOf = ({ status }: SyncPair): 'calm' | 'warn' =>
  status.state === 'offline' || status.state === 'attention' || status.conflicts > 0 ? 'warn' : 'calm'
