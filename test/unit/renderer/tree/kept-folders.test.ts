import { beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { keepFolders, keptFolders } from '../../../../src/renderer/src/engines/tree/kept-folders'

const site = contentPath('/org/site')
const other = contentPath('/org/other')
const open = [contentPath('/org/site/a'), contentPath('/org/site/a/b')]

describe('open folders', () => {
  beforeEach(() => localStorage.clear())

  it('W6 are kept for each site by itself', () => {
    keepFolders(site, new Set(open))
    keepFolders(other, new Set([contentPath('/org/other/x')]))
    expect([...keptFolders(site)]).toEqual(open)
    expect([...keptFolders(other)]).toEqual(['/org/other/x'])
    keepFolders(site, new Set())
    expect(keptFolders(site).size).toBe(0)
  })

  it('W6 damage in what was kept costs nothing else', () => {
    localStorage.setItem(
      'galley.tree.',
      '{"/org/site": ["/org/site/a", "/elsewhere", 7, "../x", "/org/site"]'
    )
    expect(keptFolders(site).size).toBe(0)
    localStorage.setItem(
      'galley.tree.',
      '{"/org/site": ["/org/site/a", "/elsewhere", 7, "../x", "/org/site"]}'
    )
    expect([...keptFolders(site)]).toEqual(['/org/site/a'])
  })
})
