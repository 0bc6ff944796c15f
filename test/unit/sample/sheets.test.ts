import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { current, manifest, targetOf, textOf } from './sample-site'

const row = z.record(z.string(), z.string())
const sheet = z.object({ total: z.number().int(), data: z.array(row), ':colWidths': z.array(z.number()) })
const single = sheet.extend({ ':type': z.literal('sheet'), ':sheetname': z.string().min(1) })
const multi = z.looseObject({ ':type': z.literal('multi-sheet'), ':names': z.array(z.string().min(1)) })

const documents = manifest.entries
  .filter(({ path }) => path.endsWith('.json'))
  .map((entry): [string, unknown] => [entry.file, JSON.parse(textOf(entry))])
const isSheet = (value: unknown) => typeof value === 'object' && value !== null && ':type' in value

/** The sheets of a document by name, each checked on its own. */
function sheetsOf(value: unknown): [string, z.infer<typeof sheet>][] {
  const one = single.safeParse(value)
  if (one.success) return [[one.data[':sheetname'], one.data]]
  const many = multi.parse(value)
  return many[':names'].map((name) => [name, sheet.parse(many[name])])
}

describe('sample sheets', () => {
  it('E9 there are single and multi sheets, and plain JSON beside them', () => {
    const types = documents.map(([, value]) =>
      isSheet(value) ? (single.safeParse(value).success ? 'single' : 'multi') : 'plain'
    )
    expect(new Set(types)).toEqual(new Set(['single', 'multi', 'plain']))
  })

  it.each(documents.filter(([, value]) => isSheet(value)))(
    'E9 %s has as many rows as it says, all with the same columns',
    (_file, value) => {
      for (const [name, { total, data, ':colWidths': widths }] of sheetsOf(value)) {
        expect(total, name).toBe(data.length)
        const columns = Object.keys(data[0] ?? {})
        expect(widths.length, name).toBe(columns.length)
        for (const one of data) expect(Object.keys(one), name).toEqual(columns)
      }
    }
  )

  it.each(documents.filter(([, value]) => multi.safeParse(value).success))(
    'E9 %s names every sheet that it holds',
    (_file, value) => {
      const members = Object.keys(multi.parse(value)).filter((name) => !name.startsWith(':'))
      expect(multi.parse(value)[':names']).toEqual(members)
    }
  )

  it('E9 redirects lead to pages that exist', () => {
    const redirects = documents.find(([file]) => file === 'content/redirects.json')
    const rows = single.parse(redirects?.[1]).data
    expect(rows.length).toBeGreaterThan(5)
    for (const { Destination } of rows) expect([...current.keys()]).toContain(targetOf(Destination ?? ''))
  })
})
