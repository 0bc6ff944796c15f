import { describe, expect, it } from 'vitest'
import { completionsAt, readDefinition } from '../../../src/common/query-index'

const good = `version: 1

x-common: &common
  title:
    select: head > meta[property="og:title"]
    value: attribute(el, "content")

indices:
  blog:
    target: /blog/query-index.xlsx
    include: [/blog/**]
    properties:
      <<: *common
      tags:
        select: head > meta[name="tags"]
        values: match(attribute(el, "content"), "[^,]+")
  boats:
    target: /boats
    properties:
      name:
        selectFirst: 'main div > div:has(#shipName) > div:last-child'
        value: textContent(el)
`

const issuesOf = (text: string) =>
  readDefinition(text).issues.map(
    ({ severity, line, column, endColumn, message }) =>
      `${severity} ${line}:${column}-${endColumn} ${message}`
  )

describe('a definition', () => {
  it('U3 is read with anchors, merged maps, one or many values, and targets of former times', () => {
    const { definition, issues } = readDefinition(good)
    expect(issues).toEqual([])
    expect(definition?.indices).toEqual([
      {
        name: 'blog',
        target: '/blog/query-index.json',
        include: ['/blog/**'],
        exclude: null,
        properties: [
          {
            name: 'title',
            select: 'head > meta[property="og:title"]',
            first: false,
            expression: 'attribute(el, "content")',
            many: false
          },
          {
            name: 'tags',
            select: 'head > meta[name="tags"]',
            first: false,
            expression: 'match(attribute(el, "content"), "[^,]+")',
            many: true
          }
        ]
      },
      {
        name: 'boats',
        target: '/boats.json',
        include: null,
        exclude: null,
        properties: [
          {
            name: 'name',
            select: 'main div > div:has(#shipName) > div:last-child',
            first: true,
            expression: 'textContent(el)',
            many: false
          }
        ]
      }
    ])
  })

  it('U3 what is wrong is told with line and column, several at once, and there is no definition', () => {
    const text = good
      .replace('version: 1', 'version: 2')
      .replace('/boats\n', 'boats\n')
      .replace(':has(#shipName)', ':hover')
      .replace('textContent(el)', 'textContent(el) + 1')
    expect(readDefinition(text).definition).toBeNull()
    expect(issuesOf(text)).toEqual([
      'error 1:10-11 The version is 1; no other is known.',
      'error 18:13-18 The target begins with a slash: “/query-index.json”.',
      expect.stringMatching(/^error 21:37-38 “:hover” is about a page in a browser/),
      expect.stringMatching(/^error 22:16-35 Expressions are calls, names and values/)
    ])
  })

  it.each([
    ['', 'error 1:1-2 The definition is empty. It begins with “version: 1” and “indices:”.'],
    ['- a', 'error 1:1-4 The definition is a map with “version” and “indices”.'],
    ['version: 1', 'error 1:1-11 “indices” is missing: a map of names to what each index holds.'],
    ['version: 1\nindices:\n  a: x', 'error 3:6-7 “a” is a map with “target” and “properties”.'],
    [
      'version: 1\nindices: {a: {target: /a}}',
      'error 2:11-12 “properties” is missing: a map of column names to where their values come from.'
    ],
    ['version: 1\nindices: {}\nversion: 1', 'error 3:1-2 This name is there twice in the same map.'],
    ['version: 1\nindices: *x', 'error 2:10-12 There is no anchor “&x” above this.']
  ])('U3 %j is answered with a sentence at its place', (text, issue) => {
    expect(issuesOf(text)).toContain(issue)
    expect(readDefinition(text).definition).toBeNull()
  })

  it('U3 a property needs one selector and one expression, both of a kind that is known', () => {
    const property = (lines: string) =>
      issuesOf(`version: 1\nindices:\n  a:\n    target: /a.json\n    properties:\n      p:\n${lines}`)
    expect(property('        value: textContent(el)')).toEqual([
      'error 6:7-8 “select” is missing: where to look, or “select: none”.'
    ])
    expect(property('        select: p\n        value: textContent(el\n')[0]).toMatch(
      /^error 8:29-30 This is no expression/
    )
    expect(property('        select: p >\n        value: el\n')[0]).toMatch(
      /^error 7:\d+-\d+ This is no selector/
    )
    expect(property('        select: p\n        value: shout(el)\n')[0]).toMatch(
      /^warning 8:16-21 There is no function “shout”. Known: textContent/
    )
    expect(property('        select: p\n        value: attribute(el)\n')[0]).toBe(
      'error 8:16-25 “attribute” takes el, name.'
    )
    expect(
      property('        select: p\n        selectFirst: p\n        value: el\n        colour: red\n')
    ).toEqual([
      'error 8:22-23 Give “select” or “selectFirst”, not both.',
      'warning 10:17-20 “colour” is not known here and has no effect.'
    ])
  })

  it('U3 two indices never write the same file', () => {
    const index = 'target: /a.json, properties: {p: {select: none, value: path}}'
    expect(issuesOf(`version: 1\nindices:\n  a: {${index}}\n  b: {${index}}`)).toEqual([
      'error 4:15-22 “a” writes the same file. Each index has its own.'
    ])
  })

  it('U3 a bomb of aliases, deep nesting and names like __proto__ are read without harm', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]`
    expect(readDefinition(bomb).definition).toBeNull()
    const odd = readDefinition(
      'version: 1\nindices:\n  __proto__:\n    target: /a.json\n    properties:\n      constructor: {select: none, value: path}'
    )
    expect(odd.definition?.indices[0]?.name).toBe('__proto__')
    expect(Object.prototype).not.toHaveProperty('target')
  })
})

describe('what can be written', () => {
  const offered = (text: string) => {
    const [before = '', after = ''] = text.split('|')
    return completionsAt(before, after).map(({ label }) => label)
  }
  it('U3 keys are offered where they belong, and not twice', () => {
    expect(offered('|')).toEqual(['version', 'indices'])
    expect(offered('version: 1\n|')).toEqual(['indices'])
    expect(offered('indices:\n  a:\n    tar|\n    include:\n      - x\n')).toEqual([
      'target',
      'exclude',
      'properties'
    ])
    expect(offered('indices:\n  a:\n    properties:\n      title:\n        |\n        value: x\n')).toEqual([
      'select',
      'selectFirst',
      'values'
    ])
    expect(offered('indices:\n  a:\n    include:\n      - |')).toEqual([])
  })
  it('U3 functions and variables are offered in expressions, selectors behind “select”', () => {
    expect(offered('        value: att|')).toContain('attribute(el, name)')
    expect(offered('        values: match(|')).toContain('el')
    expect(offered('        select: |')).toContain('none')
    expect(offered('        select: main div:h|')).toEqual([':has(#key)'])
    const [first] = completionsAt('        value: att', '')
    expect(first?.replaces).toBe(3)
    const inserted = completionsAt('        value: ', '').map(({ insert }) => insert)
    expect(inserted).toContain('attribute(${1:el}, ${2:"content"})')
    expect(inserted).toContain('replace(${1:path}, ${2:"a"}, ${3:"b"})')
  })
})
