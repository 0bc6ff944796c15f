import { readSchema, type Schema } from '../../../../src/common/schema'

/** A schema with every kind of field, nested lists, and a reusable part. */
export const offerJson = {
  title: 'Offer',
  type: 'object',
  required: ['headline', 'prices'],
  properties: {
    headline: { type: 'string', title: 'Headline', minLength: 5, maxLength: 40 },
    summary: { type: 'string', title: 'Summary', 'x-semantic-type': 'long-text', description: 'For lists.' },
    status: { type: 'string', title: 'Status', enum: ['draft', 'active'] },
    seats: { type: 'integer', title: 'Seats', minimum: 0, maximum: 900 },
    featured: { type: 'boolean', title: 'Featured' },
    locked: { type: 'string', title: 'Locked', readOnly: true },
    action: { $ref: '#/$defs/action' },
    prices: {
      type: 'array',
      title: 'Prices',
      maxItems: 4,
      items: {
        type: 'object',
        title: 'price',
        required: ['name'],
        properties: {
          name: { type: 'string', title: 'Name' },
          amount: { type: 'number', title: 'Amount', minimum: 0 },
          tags: { type: 'array', title: 'Tags', items: { type: 'string', title: 'tag' } }
        }
      }
    },
    routes: { type: 'array', title: 'Routes', items: { type: 'string', title: 'route' } }
  },
  $defs: {
    action: {
      type: 'object',
      title: 'Call to action',
      properties: { label: { type: 'string', title: 'Label' }, target: { type: 'string', title: 'Target' } }
    }
  }
}

export function schemaOf(json: object): Schema {
  const { schema } = readSchema(JSON.stringify(json))
  if (!schema) throw new Error('The schema of the test cannot be read.')
  return schema
}

export const offer = schemaOf(offerJson)

export const someOffer = {
  headline: 'One summer ticket',
  prices: [
    { name: 'Adult', amount: 49, tags: ['a', 'b'] },
    { name: 'Child', amount: 24 },
    { name: 'Bicycle', amount: 4 }
  ],
  routes: ['Lund', 'Skag']
}
