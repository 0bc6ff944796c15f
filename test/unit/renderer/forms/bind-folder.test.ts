// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { parseConfig } from '../../../../src/common/formats/sheet/config-format'
import { withBinding } from '../../../../src/renderer/src/documents/rights/bind-folder'

const folder = contentPath('/northwind/harbour/offers')
const row = { key: 'editor.path', value: '/northwind/harbour/offers=/#/form' }
const bound = (text: string | null) => JSON.parse(withBinding(text, folder, true))

describe('binding a folder', () => {
  it('P4 an organization without a config gets one with the entry alone', () => {
    expect(bound(null)).toEqual({
      ':type': 'sheet',
      ':sheetname': 'data',
      total: 1,
      limit: 1,
      offset: 0,
      data: [row]
    })
  })

  it('C1 an entry joins the keys that are there, and total follows', () => {
    const text = JSON.stringify({
      ':type': 'sheet',
      ':sheetname': 'data',
      total: 1,
      data: [{ key: 'a', value: 'b' }]
    })
    expect(bound(text)).toMatchObject({ total: 2, data: [{ key: 'a', value: 'b' }, row] })
  })

  it('P5 a config that is a permissions sheet keeps it and gets a second sheet', () => {
    const permissions = [{ path: 'CONFIG', actions: 'write', groups: 'mara@example.com' }]
    const text = JSON.stringify({
      ':type': 'sheet',
      ':sheetname': 'permissions',
      total: 1,
      data: permissions
    })
    const next = bound(text)
    expect(next[':names']).toEqual(['permissions', 'data'])
    expect(next.permissions.data).toEqual(permissions)
    expect(next.data).toMatchObject({ total: 1, data: [row] })
  })

  it('C1 whatever the config was, the new one is valid; binding twice makes one entry, and taking it out leaves the rest', () => {
    const several = JSON.stringify({
      ':names': ['data', 'flags'],
      ':type': 'multi-sheet',
      ':version': 3,
      data: { total: 1, data: [{ key: 'a', value: 'b' }], ':colWidths': [1] },
      flags: { total: 0, data: [] }
    })
    const twice = withBinding(withBinding(several, folder, true), folder, true)
    expect(parseConfig(twice).sheets.get('data')).toHaveLength(2)
    expect(JSON.parse(withBinding(twice, folder, false))).toEqual(JSON.parse(several))
  })
})
