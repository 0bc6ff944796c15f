import type { SyncPair, SyncRun } from '../../../../common/sync'
import { relativeTime, numberText } from '../../components/formats'
import type { PairFiles } from './pair-files'

/** How things are called in the sync. */

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${numberText(number)} ${number === 1 ? one : many}`

const appliedChanges: Readonly<Record<string, string>> = {
  pulled: 'received',
  pushed: 'sent',
  merged: 'merged',
  conflict: 'to decide',
  'deleted-here': 'moved to the trash here',
  'deleted-there': 'deleted on the server',
  'renamed-there': 'renamed on the server',
  'renamed-here': 'renamed here',
  'renamed-twice': 'renamed on both sides; it has the server’s name',
  'merged-renamed': 'renamed here and changed there; it has both',
  'kept-there': 'made again on the server: changed here, deleted there',
  'kept-here': 'brought back here: changed on the server, deleted here'
}

export const appliedChangeWords = (did: string): string => appliedChanges[did] ?? did

/** “3 received, 2 sent” */
export function countWords({ counts }: SyncRun): string {
  const parts = Object.entries(counts).map(
    ([did, number]) => `${numberText(number)} ${appliedChangeWords(did)}`
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

const reasons: Readonly<Record<string, string>> = {
  forbidden: 'Not allowed',
  unauthenticated: 'The server does not know the sign-in',
  unreachable: 'No answer',
  'disk-full': 'No space left',
  'too-large': 'Too large',
  'too-complex': 'Too complicated',
  'own-network': 'In your own network',
  'not-agreed': 'Not agreed to yet',
  'bad-path': 'The name is not allowed',
  exists: 'The name is taken',
  'not-found': 'Not there',
  'precondition-failed': 'Changed meanwhile',
  damaged: 'Damaged'
}

/** Why something failed, in two or three words. */
export const reasonWords = (reason: string): string => reasons[reason] ?? 'It failed'

/** How many files the next run has to do. */
export function waitingOf({ counts }: PairFiles): number {
  return ['to-send', 'to-fetch', 'to-merge'].reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

/** One line for the status bar and the head of the view. @param waiting files that the next run has to do */
export function stateWords({ status, paused }: SyncPair, waiting: number): string {
  const { state, progress, last, conflicts } = status
  const left = waiting === 0 ? '' : `${numberText(waiting)} waiting`
  if (state === 'running')
    return progress ? `Syncing: ${numberText(progress.done)} of ${numberText(progress.total)}` : 'Syncing…'
  if (state === 'offline') return joined('Offline: the server does not answer', left)
  if (conflicts > 0) return joined(`${count(conflicts, 'conflict')} to decide`, left)
  if (state === 'attention') return joined('Sync needs a look', left)
  if (paused) return joined('Sync paused', left)
  if (left !== '') return `Sync: ${left}`
  return last ? `Synced ${relativeTime(last.endedAt)}` : 'Not synced yet'
}

const joined = (words: string, more: string) => (more === '' ? words : `${words} · ${more}`)

export const toneOf = ({ status }: SyncPair): 'calm' | 'warn' =>
  status.state === 'offline' || status.state === 'attention' || status.conflicts > 0 ? 'warn' : 'calm'
