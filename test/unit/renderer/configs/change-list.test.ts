// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { parseConfig } from '../../../../src/common/formats/sheet/config-format'
import { changesOf } from '../../../../src/renderer/src/features/configs/change-list'
import { placeInWords, problemOf } from '../../../../src/renderer/src/features/configs/config-problem'
import { templatesFor } from '../../../../src/renderer/src/features/configs/new-config'

const single = (data: readonly object[]) =>
  JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })
const several = (sheets: Record<string, readonly object[]>) =>
  JSON.stringify({
    ':type': 'multi-sheet',
    ':names': Object.keys(sheets),
    ...Object.fromEntries(Object.entries(sheets).map(([name, data]) => [name, { total: data.length, data }]))
  })

describe('what saving a config changes', () => {
  it('D2 is nothing for the same sheets in another form of text', () => {
    const text = single([{ key: 'a', value: '1' }])
    expect(changesOf(text, JSON.stringify(JSON.parse(text), null, 2))).toEqual([])
  })

  it('D6 names the sheet, the row and the column, counted from 1', () => {
    const before = several({ data: [{ key: 'a', value: '1' }], other: [] })
    const after = several({
      data: [
        { key: 'a', value: '2' },
        { key: 'b', value: '' }
      ],
      other: []
    })
    expect(changesOf(before, after)).toEqual([
      {
        sheet: 'data',
        changes: [
          { kind: 'added', text: 'row 2 (key: b, value: empty)' },
          { kind: 'changed', text: 'row 1, value: 1 → 2' }
        ]
      }
    ])
  })

  it('D6 tells a new config by its sheets, and what is no sheets as a whole', () => {
    expect(changesOf('', several({ data: [{ key: 'a' }] }))).toEqual([
      { sheet: 'data', changes: [{ kind: 'added', text: 'the sheet with 1 row' }] }
    ])
    expect(changesOf(single([]), '{"broken')).toBeNull()
  })
})

describe('a config that cannot be saved', () => {
  it('P5 says that a permissions sheet keeps a row CONFIG, and where', () => {
    const problem = problemOf(several({ permissions: [{ path: '/a', groups: 'x', actions: 'read' }] }))
    expect(problem?.message).toContain('CONFIG')
    expect(placeInWords(problem?.where ?? '')).toBe('permissions')
  })

  it('C1 names a place in words', () => {
    expect(placeInWords('/permissions/data/2/actions')).toBe('permissions, row 3, actions')
    expect(placeInWords('/data/0')).toBe('row 1')
    expect(placeInWords('/a~1b/total')).toBe('a/b, total')
  })

  it('C1 P5 what a new config begins with can be saved', () => {
    for (const path of ['/acme', '/acme/site', '/acme/site/page']) {
      for (const { text } of templatesFor(contentPath(path), 'me@example.org')) {
        expect(() => parseConfig(text)).not.toThrow()
      }
    }
  })
})
