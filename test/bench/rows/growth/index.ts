import type { Row } from '../../row'
import { besideFolders, newFile, pagedList, scanned, takenIn } from './folders'
import { jobs } from './jobs'
import { logs } from './logs'
import { changed, onto, trashed } from './many-files'
import { merged } from './merged'
import { rules, streams } from './people'
import { published } from './published'
import { inWindow } from './window'

const row = (name: string, what: string, run: Row['run']): Row => ({
  name: `growth-${name}`,
  title: `how costs grow: ${what}`,
  onlyWhenNamed: true,
  run
})

/**
 * How the cost of work grows with its size, by the service's processor time. `--only growth` is all of them. Each is a row for
 * itself, so that one that fails keeps no other from being measured.
 */
export const growth: readonly Row[] = [
  row('jobs', 'publishing jobs', jobs),
  row('published', 'published pages', published),
  row('new-file', 'a new file', newFile),
  row('lists', 'lists', pagedList),
  row('taken-in', 'folders of another program', takenIn),
  row('scan', 'the look at the start', scanned),
  row('rules', 'permission rows', rules),
  row('streams', 'streams of events', streams),
  row('trash', 'the trash', trashed),
  row('folders', 'moves and deletions', besideFolders),
  row('changes', 'what changed', changed),
  row('window', 'the tree of a window', inWindow),
  row('onto', 'a folder moved onto another', onto),
  row('merge', 'a merge', merged),
  row('logs', 'logs', logs)
]
