import type { Locator, Page } from 'playwright-core'
import { put } from './content'

export const SITE = '/harbour/web'
export const emptyPage = '<body><header></header><main><div></div></main><footer></footer></body>'

/** A schema with every kind of field. */
export const ticketSchema = {
  title: 'Ticket',
  type: 'object',
  required: ['headline', 'prices'],
  properties: {
    headline: { type: 'string', title: 'Headline', minLength: 5, maxLength: 60 },
    summary: { type: 'string', title: 'Summary', 'x-semantic-type': 'long-text' },
    status: { type: 'string', title: 'Status', enum: ['draft', 'active', 'ended'] },
    seats: { type: 'integer', title: 'Seats', minimum: 0, maximum: 900 },
    featured: { type: 'boolean', title: 'Featured' },
    prices: {
      type: 'array',
      title: 'Prices',
      minItems: 1,
      items: {
        type: 'object',
        title: 'price',
        required: ['name'],
        properties: {
          name: { type: 'string', title: 'Name', maxLength: 40 },
          amount: { type: 'number', title: 'Amount', minimum: 0 }
        }
      }
    }
  }
}

/** A stored schema, as the schema editor writes it. */
export function schemaPage(schema: object): string {
  const text = JSON.stringify(schema, null, 2).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<body><header></header><main><div><pre><code>${text}</code></pre></div></main><footer></footer></body>`
}

export async function putSchema(page: Page, id: string, schema: object): Promise<void> {
  await put(page, `${SITE}/.galley/forms/schemas/${id}.html`, schemaPage(schema))
}

/** Opens whatever lies at the path, as its address does; also where the address is the same, and another tab was opened since. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = ''
    location.hash = address
  }, `#/edit${path}`)
}

export const form = (page: Page): Locator => page.getByRole('form', { name: /^Form of/ })
