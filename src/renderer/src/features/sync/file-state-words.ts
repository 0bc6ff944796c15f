import type { SyncFile, SyncFileState } from '../../../../common/sync'
import { count } from './words'
import { numberText } from '../../components/formats'

/** What the state of a file is called, in a line. */
export const stateNames: Readonly<Record<SyncFileState, string>> = {
  conflict: 'Changed on both sides: to decide',
  error: 'Could not be synced',
  clash: 'Its name falls together with another',
  held: 'Its deletion waits for a yes',
  editing: 'Being written in: waits until it rests',
  'to-send': 'Waiting to be sent',
  'to-fetch': 'Waiting to be received',
  'to-merge': 'Changed on both sides: waiting to be merged',
  unseen: 'Not compared with the server yet'
}

/** What the states of several files are called. */
const together: Readonly<Record<SyncFileState, readonly [one: string, many: string]>> = {
  conflict: ['conflict to decide', 'conflicts to decide'],
  error: ['error', 'errors'],
  clash: ['name that falls together with another', 'names that fall together'],
  held: ['deletion that waits for a yes', 'deletions that wait for a yes'],
  editing: ['being written in', 'being written in'],
  'to-send': ['to send', 'to send'],
  'to-fetch': ['to receive', 'to receive'],
  'to-merge': ['to merge', 'to merge'],
  unseen: ['not compared yet', 'not compared yet']
}

/** “3 to send”, “1 conflict to decide”. */
export const countOfState = (state: SyncFileState, number: number): string =>
  count(number, together[state][0], together[state][1])

/** What is true about one file, with the reason where there is one. */
export function fileWords({ state, what, message }: Pick<SyncFile, 'state' | 'what' | 'message'>): string {
  const applied = what && state !== 'conflict' && state !== 'clash' ? ` (${what})` : ''
  return message === null ? `${stateNames[state]}${applied}` : `${stateNames[state]}: ${message}`
}

/** What a folder says of the files below it. */
export const folderWords = (state: SyncFileState, number: number): string =>
  number === 1
    ? `1 file below: ${lower(stateNames[state])}`
    : `${numberText(number)} files below are not in sync. ${stateNames[state]}`

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Whether a person has to do something about it. */
export const isBad = (state: SyncFileState): boolean =>
  state === 'conflict' || state === 'error' || state === 'clash' || state === 'held'
