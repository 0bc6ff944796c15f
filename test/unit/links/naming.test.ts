import { expect, it } from 'vitest'
import { contentPath as p } from '../../../src/common/content/paths'
import { renamedInConfig, sayingsOf } from '../../../src/common/links/naming'

const folder = { from: p('/acme/web/docs'), to: p('/acme/web/texts') }
const page = { from: p('/acme/web/docs/a.html'), to: p('/acme/web/docs/b.html') }
const renamed = (value: string, scope: string, move = folder) => {
  const text = `{ "docs" : [ ${JSON.stringify(value)} ] }\n`
  const next = renamedInConfig(text, p(scope), [move])
  return next === null ? null : next.replace(/^\{ "docs" : \[ "(.*)" \] \}\n$/, '$1')
}

it.each([
  ['/web/docs/+**', '/acme', '/web/texts/+**'],
  ['/web/docs', '/acme', '/web/texts'],
  ['/web/docs/sub/**', '/acme', '/web/texts/sub/**'],
  ['/acme/web/docs=#/form', '/acme', '/acme/web/texts=#/form'],
  ['/docs/x, /docs', '/acme/web', '/texts/x, /texts'],
  ['/web/docs.json', '/acme', null],
  ['/web/docs-old/**', '/acme', null],
  ['/other/web/docs', '/acme', null],
  ['https://example.com/docs', '/acme/web', null],
  ['CONFIG', '/acme', null]
])('LK5 a row %s of the config of %s follows a folder', (value, scope, expected) => {
  expect(renamed(value, scope)).toBe(expected)
})

it.each([
  ['/web/docs/a.html', '/acme', '/web/docs/b.html'],
  ['/docs/a', '/acme/web', '/docs/b'],
  ['/docs/a/**', '/acme/web', null],
  ['/docs/a.htmlx', '/acme/web', null]
])(
  'LK5 a row %s of the config of %s follows a page, and nothing that is called like it',
  (value, scope, expected) => {
    expect(renamed(value, scope, page)).toBe(expected)
  }
)

it('LK5 what goes to another site is named whole there, or not at all', () => {
  const move = { from: p('/acme/web/docs'), to: p('/acme/other/docs') }
  expect(renamed('/docs', '/acme/web', move)).toBeNull()
  expect(renamed('/acme/web/docs', '/acme/web', move)).toBe('/acme/other/docs')
  expect(renamed('/web/docs', '/acme', move)).toBe('/other/docs')
  expect(sayingsOf(p('/acme/web'), move).map(({ before }) => before)).toEqual(['/acme/web/docs', '/docs'])
})
