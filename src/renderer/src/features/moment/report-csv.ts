import { csvFile } from '../../../../common/csv'
import type { MomentChange, MomentRun } from '../../../../common/moment/answers'
import { personName } from '../../components/person'
import { kindWords } from './moments'

/** What became of each file that was to come back, as CSV. */
export function reportCsv(run: MomentRun, wanted: readonly MomentChange[]): string {
  const failed = new Map(run.failed.map(({ path, error }) => [path, error]))
  const lines = wanted.map((change) => {
    const why = failed.get(change.path) ?? failed.get(change.from ?? '')
    return [
      change.path,
      change.from ?? '',
      kindWords[change.kind],
      change.by.map(personName).join(', '),
      new Date(change.at).toISOString(),
      why === undefined
        ? run.state === 'done'
          ? 'Brought back'
          : 'Brought back, or not reached'
        : 'Stayed as it is',
      why ?? ''
    ]
  })
  const columns = ['File', 'Was at the moment', 'Change since', 'By', 'When', 'Result', 'Why']
  return csvFile([columns, ...lines])
}
