// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import {
  permissionChanges,
  findingFor,
  permissionRows
} from '../../../../src/renderer/src/features/configs/permissions-in'

const row = (path: string, groups: string, actions: string) => ({ path, groups, actions })
const rows = [
  row('CONFIG', 'admins', 'write'),
  row('/harbour/+**', 'authors, jon@example.org', 'write'),
  row('/harbour/legal/**', 'authors', 'read'),
  row('/+**', 'everyone', 'read')
]
const jon = { email: 'jon@example.org', groups: [] }
const author = { email: 'ana@example.org', groups: ['authors'] }

describe('what a person may do by rows that are not saved yet', () => {
  it('C4 P3 names the row that decides', () => {
    const found = findingFor(rows, author, contentPath('/acme/harbour/legal/terms.html'))
    expect(found.content).toEqual(['read'])
    expect(found.because.map(({ rule }) => [rule.path, rule.rows])).toEqual([['/harbour/legal/**', [3]]])
  })

  it('P4 tells the right on the config apart from the right on the content', () => {
    const site = contentPath('/acme/harbour')
    expect(findingFor(rows, jon, site)).toMatchObject({ content: ['read', 'write'], config: ['read'] })
    const admin = findingFor(rows, { email: 'a@example.org', groups: ['admins'] }, site)
    expect(admin.config).toEqual(['read', 'write'])
    expect(admin.becauseConfig.map(({ rule }) => rule.path)).toEqual(['CONFIG'])
  })

  it('P1 allows everything without a permissions sheet', () => {
    const text = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 0, data: [] })
    expect(permissionRows(text)).toBeNull()
    expect(findingFor(null, jon, contentPath('/acme/harbour')).config).toEqual(['read', 'write'])
  })
})

describe('who gains and who loses by a change', () => {
  it('P3 is empty when nothing changes, also when rows change their order', () => {
    expect(permissionChanges('acme', rows, [...rows].reverse())).toEqual([])
  })

  it('P2 tells a lost right at the place and below it', () => {
    const after = rows.map((one) =>
      one.path === '/harbour/+**' ? row('/harbour/+**', 'authors', 'write') : one
    )
    const found = permissionChanges('acme', rows, after)
    expect(found.map(({ identifier, where, reach, after: now }) => [identifier, where, reach, now])).toEqual([
      ['jon@example.org', '/harbour', 'itself', []],
      ['jon@example.org', '/harbour', 'below', []],
      ['jon@example.org', '/harbour/legal', 'below', []]
    ])
  })

  it('P4 tells who may change configs from now on', () => {
    const after = [...rows, row('/harbour/CONFIG', 'authors', 'write')]
    const found = permissionChanges('acme', rows, after)
    expect(found).toEqual([
      {
        identifier: 'authors',
        where: '/harbour',
        reach: 'config',
        before: ['read'],
        after: ['read', 'write']
      }
    ])
  })
})
