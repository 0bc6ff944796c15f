import { describe, expect, it } from 'vitest'
import {
  bindingFor,
  bindingsIn,
  editorAddress,
  formatBinding,
  parseBinding
} from '../../../../src/common/formats/structured'

const rows = [
  { key: 'editor.path', value: '/northwind/harbour/vessels=https://forms.example/form#' },
  { key: 'other', value: '/northwind/harbour=x' },
  { key: 'editor.path', value: '/northwind/harbour/vessels/old/ = /old#a=b' },
  { key: 'editor.path', value: '/northwind/harbour/vessels=/second' },
  { key: 'editor.path', value: 'broken' },
  { key: 'editor.path', value: 7 },
  { value: 'x' }
]

describe('editor bindings', () => {
  const bindings = bindingsIn(rows)

  it('EB1 entries are read in their order, broken ones left out', () => {
    expect(bindings.map(formatBinding)).toEqual([
      '/northwind/harbour/vessels=https://forms.example/form#',
      '/northwind/harbour/vessels/old=/old#a=b',
      '/northwind/harbour/vessels=/second'
    ])
  })

  it.each([
    ['/northwind/harbour/vessels/tern.html', 'https://forms.example/form#'],
    ['/northwind/harbour/vessels/tern', 'https://forms.example/form#'],
    ['/northwind/harbour/vessels/new/tern.html', 'https://forms.example/form#'],
    ['/northwind/harbour/vessels/old/auk.html', '/old#a=b'],
    ['/northwind/harbour/vessels/older/auk.html', 'https://forms.example/form#'],
    ['/northwind/harbour/vessels-2/tern.html', null],
    ['/northwind/harbour/vessels.html', null],
    ['/northwind/harbour/vessels/prices.json', null],
    ['/northwind/harbour/vessels/tern.png', null],
    ['/Northwind/harbour/vessels/tern.html', null]
  ])('EB2 %s opens in %s', (path, editor) => expect(bindingFor(bindings, path)?.editor ?? null).toBe(editor))

  it('EB2 the editor opens with the path, without extension', () => {
    const [first] = bindings
    expect(first && editorAddress(first, '/northwind/harbour/vessels/tern.html')).toBe(
      'https://forms.example/form#/northwind/harbour/vessels/tern'
    )
  })

  it.each([
    '',
    'x',
    '/a/b=/form',
    '/a/b/c',
    '/a/b/c=',
    'a/b/c=/x',
    '/a//c/d=/x',
    '/a/b/../c=/x',
    '/a/b/c=/x y',
    '/a/b/c=the-form',
    '/a/b\\c/d=/x',
    '/a/b/c\u0000d=/x'
  ])('EB1 %j is told what is wrong with it', (value) => expect(parseBinding(value)).toHaveProperty('problem'))
})
