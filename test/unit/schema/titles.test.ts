import { describe, expect, it } from 'vitest'
import { readSchema, titleAt, titlesAt } from '../../../src/common/schema'

const { schema } = readSchema({
  type: 'object',
  properties: {
    name: { type: 'string' },
    prices: {
      type: 'array',
      title: 'Prices',
      items: { type: 'object', title: 'price', properties: { amount: { type: 'number', title: 'Amount' } } }
    },
    grid: { type: 'array', items: { type: 'array', items: { type: 'string', title: 'cell' } } }
  }
})

describe('titles of places', () => {
  it('F2 a place is called as in the form, with the numbers of items', () => {
    expect(titleAt(schema, '/prices/1/amount')).toBe('Prices › price 2 › Amount')
    expect(titleAt(schema, '/name')).toBe('name')
    expect(titleAt(schema, '/grid/0/2')).toBe('grid › item 1 › cell 3')
    expect(titleAt(schema, '')).toBe('')
  })

  it('F4 places that the schema does not know are called by their keys', () => {
    expect(titlesAt(schema, '/prices/0/old~1one')).toEqual([
      { title: 'Prices', number: null, known: true },
      { title: 'price', number: 1, known: true },
      { title: 'old/one', number: null, known: false }
    ])
    expect(titleAt(null, '/a/0')).toBe('a › 0')
    expect(titleAt(schema, '/name/x/__proto__')).toBe('name › x › __proto__')
  })
})
