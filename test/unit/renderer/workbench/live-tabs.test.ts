import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { goneAfter } from '../../../../src/renderer/src/workbench/live-tabs'

const by = { email: 'mara@northwind.example' }
const open = [contentPath('/org/site/a/one.html'), contentPath('/org/site/two.html')]
const folder = (change: 'created' | 'deleted', path: string) =>
  ({ seq: 1, type: 'folder', change, path, by }) as const
const file = (change: 'restored' | 'deleted', path: string) =>
  ({ seq: 1, type: 'file', change, path, fileId: 'f', by, origin: 'api' }) as const

describe('tabs of deleted files', () => {
  it('S5 know that their file, or a folder above it, went to the trash, and when it is back', () => {
    const lost = goneAfter(new Set(), folder('deleted', '/org/site/a'), open)
    expect([...lost]).toEqual(['/org/site/a/one.html'])
    const both = goneAfter(lost, file('deleted', '/org/site/two.html'), open)
    expect([...both]).toEqual(open)
    const one = goneAfter(both, file('restored', '/org/site/two.html'), open)
    expect([...one]).toEqual(['/org/site/a/one.html'])
    expect([...goneAfter(one, folder('created', '/org/site/a'), open)]).toEqual([])
  })

  it('S5 do not mind what happens to other files', () => {
    const none = new Set<never>()
    expect(goneAfter(none, file('deleted', '/org/site/three.html'), open)).toBe(none)
  })
})
