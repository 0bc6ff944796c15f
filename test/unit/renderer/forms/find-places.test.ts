import { expect, it } from 'vitest'
import { readSchema } from '../../../../src/common/schema'
import { findPlaces } from '../../../../src/renderer/src/engines/form/find/find-places'

const { schema } = readSchema({
  type: 'object',
  properties: {
    title: { type: 'string', title: 'Headline' },
    price: { type: 'number', title: 'Price' },
    stops: {
      type: 'array',
      title: 'Stops',
      items: { type: 'object', properties: { quay: { type: 'string', title: 'Quay' } } }
    },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } }
  }
})
const data = {
  title: 'Lund beach',
  price: 12.5,
  stops: [{ quay: 'Nord' }, { quay: 'LUND quay' }],
  tags: ['sea', 'lund']
}

it('F11 finds words in labels and values, in the order of the form, whatever their case', () => {
  if (!schema) throw new Error('The schema cannot be read.')
  const find = (words: string) => findPlaces(schema, data, words)
  expect(find('lund')).toEqual(['/title', '/stops/1/quay', '/tags/1'])
  expect(find('Quay')).toEqual(['/stops/0/quay', '/stops/1/quay'])
  expect(find('stops')).toEqual(['/stops'])
  expect(find('12.5')).toEqual(['/price'])
  expect(find('  ')).toEqual([])
})
