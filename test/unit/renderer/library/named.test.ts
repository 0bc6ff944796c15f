// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { namedIn } from '../../../../src/renderer/src/features/library/named'

const site = contentPath('/harbour/web')
const sheet = (rows: readonly object[], name = 'data') =>
  JSON.stringify({ ':type': 'sheet', ':sheetname': name, total: rows.length, data: rows })

describe('what a library names', () => {
  it('VE18 the sheet of a config names lists of blocks and templates, and its other rows are none', () => {
    const rows = [
      { title: 'Blocks', path: 'https://content.example/harbour/web/docs/library/blocks.json' },
      { title: 'Templates', path: '/docs/library/templates.json' },
      { title: 'Icons', path: '/docs/library/icons.json' },
      { title: 'A plug-in', path: 'https://plugin.example/tools/plugin.html' }
    ]
    const config = JSON.stringify({
      ':type': 'multi-sheet',
      ':names': ['data', 'library'],
      data: { total: 1, data: [{ key: 'editor.path', value: '/harbour/web/a=https://x' }] },
      library: { total: 4, data: rows }
    })
    expect(namedIn(config, { site, sheet: 'library', kind: null })).toEqual({
      blocks: [],
      templates: [],
      lists: [
        { kind: 'blocks', path: '/harbour/web/docs/library/blocks.json' },
        { kind: 'templates', path: '/harbour/web/docs/library/templates.json' }
      ],
      elsewhere: []
    })
  })

  it('VE18 rows name pages, with or without the site and the extension; what is elsewhere is told', () => {
    const rows = [
      { name: 'Cards', path: '/harbour/web/docs/library/cards' },
      { name: 'Hero', path: '/docs/library/hero.html?x#y' },
      { key: 'Old', value: 'docs/library/the%20old' },
      { name: 'Out', path: '/../../other/secret' },
      { name: 'Other', path: 'https://other.example/other/site/page' },
      { name: '', path: '/a' },
      { name: 'No path' },
      { name: 7, path: ['/a'] }
    ]
    const found = namedIn(sheet(rows), { site, kind: 'blocks' })
    expect(found?.blocks).toEqual([
      { title: 'Cards', path: '/harbour/web/docs/library/cards.html' },
      { title: 'Hero', path: '/harbour/web/docs/library/hero.html' },
      { title: 'Old', path: '/harbour/web/docs/library/the old.html' }
    ])
    expect(found?.elsewhere).toEqual(['/../../other/secret', 'https://other.example/other/site/page'])
    expect(namedIn(sheet(rows.slice(0, 1), 'templates'), { site, kind: 'blocks' })).toMatchObject({
      blocks: [],
      templates: [{ title: 'Cards' }]
    })
    expect(namedIn(sheet(rows.slice(0, 1), 'placeholders'), { site, kind: 'blocks' })?.blocks).toEqual([])
  })

  it('VE18 what is no sheet names nothing', () => {
    expect(namedIn('[1, 2]', { site, kind: 'blocks' })).toBeNull()
    expect(namedIn('{"data": [{"name": "a", "path": "/a"}]}', { site, kind: 'blocks' })).toBeNull()
    expect(() => namedIn('{ no', { site, kind: 'blocks' })).toThrow()
  })
})
