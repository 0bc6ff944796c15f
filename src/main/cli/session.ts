import { commandGroup } from './command-group'
import { sessionEnd } from './session-end'
import { sessionList } from './session-list'

/** `galley session …` (A5). */
export const sessionCommand = commandGroup(
  'session',
  'lists and ends the sessions of browsers',
  [sessionList, sessionEnd],
  'They work also while Galley has\nthe workspace open. “galley link” signs people in.'
)
