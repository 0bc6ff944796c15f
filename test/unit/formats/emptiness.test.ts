import { describe, expect, it } from 'vitest'
import { emptiesDocument } from '../../../src/common/formats/emptiness'

const empties = (ext: string, text: string) => emptiesDocument(ext, new TextEncoder().encode(text))
const body = (main: string) => `<body><header>Site</header><main>${main}</main><footer>©</footer></body>`
const form = '<div class="da-form"><div><div><p>title</p></div><div><p>Person</p></div></div></div>'

describe('what empties a document', () => {
  it.each([
    '',
    '  \n',
    body(''),
    body('<div></div>'),
    body('<div><p> &nbsp;\u200b</p></div>'),
    body('<script>let x = 1</script><style>a{}</style><!-- note -->'),
    '<body></body>',
    '<header>only a header</header><main></main>',
    body(`<div>${form}</div>`),
    body(`<div>${form}<div class="person"></div></div>`),
    body(`<div>${form}<div class="person"><div><div><p>name</p></div><div></div></div></div></div>`)
  ])('V5 html %j is empty', (html) => expect(empties('html', html)).toBe(true))

  it.each([
    body('<p>x</p>'),
    body('<img src="a.png">'),
    body('<svg></svg>'),
    body('<picture></picture>'),
    body('<table></table>'),
    '<p>no main, but text</p>',
    'plain',
    body(`<div>${form}<div class="person"><div><div><p>name</p></div><div><p>Ada</p></div></div></div></div>`)
  ])('V5 html %j is not', (html) => expect(empties('html', html)).toBe(false))

  it.each([
    '',
    ' ',
    '{}',
    ' [ ] ',
    '{"total":0,"offset":0,"limit":0,"data":[]}',
    '{":type":"sheet","total":0,"data":[]}',
    '{":names":[],":type":"multi-sheet"}',
    '{":names":["a"],":type":"multi-sheet","a":{"total":0,"data":[]}}'
  ])('V5 json %j is empty', (json) => expect(empties('json', json)).toBe(true))

  it.each([
    '0',
    'null',
    '""',
    '[0]',
    '[[]]',
    '{"a":null}',
    '{"title":"x","data":[]}',
    '{":type":"sheet","total":1,"data":[{}]}',
    '{":names":["a","b"],"a":{"total":0,"data":[]},"b":{"total":1,"data":[{}]}}',
    '{":names":["__proto__"]}',
    '{"half":'
  ])('V5 json %j is not', (json) => expect(empties('json', json)).toBe(false))

  it('V5 other types are emptied only by no bytes at all', () => {
    expect(empties('png', '')).toBe(true)
    expect(empties('png', ' ')).toBe(false)
    expect(empties('txt', '{}')).toBe(false)
  })
})
