import { expect, it } from 'vitest'
import type { MomentChange, MomentRun } from '../../../../src/common/moment/answers'
import { reportCsv } from '../../../../src/renderer/src/features/moment/report-csv'

const change = (id: string, path: string): MomentChange => ({
  id,
  kind: 'changed',
  path,
  rewritten: true,
  at: Date.UTC(2026, 0, 2),
  by: [{ email: 'ada@example.com', name: 'Ada, the first' }],
  exact: true
})
const run: MomentRun = {
  id: 'r',
  path: '/o/s',
  moment: 1,
  by: { email: 'ada@example.com' },
  startedAt: 2,
  state: 'done',
  total: 2,
  done: 1,
  failed: [{ path: '/o/s/b.html', reason: 'io-failed', error: 'The disk is full.' }]
}

it('M4 the report says of each file what became of it, and why it stayed as it is', () => {
  const lines = reportCsv(run, [change('a', '/o/s/a.html'), change('b', '/o/s/b.html')]).split('\r\n')
  expect(lines).toEqual([
    '\ufeffFile,Was at the moment,Change since,By,When,Result,Why',
    '/o/s/a.html,,Changed,"Ada, the first",2026-01-02T00:00:00.000Z,Brought back,',
    '/o/s/b.html,,Changed,"Ada, the first",2026-01-02T00:00:00.000Z,Stayed as it is,The disk is full.',
    ''
  ])
})
