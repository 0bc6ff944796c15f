import type { Row } from '../../row'
import { documents } from './documents'
import { folders } from './folders'
import { jobs } from './jobs'
import { manyFiles } from './many-files'
import { people } from './people'

const row = (name: string, what: string, run: Row['run']): Row => ({
  name: `growth-${name}`,
  title: `how costs grow: ${what}`,
  onlyWhenNamed: true,
  run
})

/** How the cost of work grows with its size, by the service's processor time. `--only growth` is all of them. */
export const growth: readonly Row[] = [
  row('jobs', 'publishing jobs', jobs),
  row('documents', 'documents', documents),
  row('folders', 'folders', folders),
  row('people', 'people', people),
  row('files', 'many files', manyFiles)
]
