// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { HistoryRecord } from '../../../../src/common/api/types'
import { knownVersions } from '../../../../src/renderer/src/documents/versions/written'

const version = (timestamp: number, by: string, more: Partial<HistoryRecord> = {}): HistoryRecord => ({
  url: `/versionsource/org/file/${timestamp}.html`,
  users: [{ email: by }],
  timestamp,
  path: 'site/index.html',
  ...more
})
const wrote = (versions: readonly HistoryRecord[]) =>
  knownVersions(versions).map(({ wrote: { by, at, when } }) => [by[0]?.email, at, when])

describe('who wrote a version', () => {
  it('V7 is told by the file’s log: neither who labelled it, nor when it was replaced', () => {
    const written = { by: { email: 'jon' }, at: 10 }
    expect(wrote([version(50, 'mara', { label: 'Approved', written })])).toEqual([['jon', 10, 'then']])
  })

  it('V7 is told of older histories by the save that replaced the version before', () => {
    expect(wrote([version(50, 'jon'), version(20, 'mara')])).toEqual([
      ['jon', 20, 'then'],
      ['mara', 20, 'latest']
    ])
    const labelled = version(20, 'mara', { label: 'Approved' })
    expect(wrote([version(50, 'jon'), labelled])[0]).toEqual(['jon', 50, 'latest'])
  })
})
