// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { newDocument, parseDocument, writeDocument } from '../../../../src/common/formats/structured'
import { openCheckThread } from '../../../../src/renderer/src/features/schemas/check-thread'
import { documentCheck } from '../../../../src/renderer/src/features/schemas/document-check'

const schema = (maxLength: number) =>
  JSON.stringify({
    type: 'object',
    properties: {
      name: { type: 'string', maxLength },
      lines: { type: 'array', items: { type: 'string', maxLength } }
    }
  })
const page = (data: object, schemaName = 'vessel') =>
  writeDocument(newDocument({ title: 'One', schemaName, data: JSON.parse(JSON.stringify(data)) }))

describe('what a changed schema does to documents', () => {
  const impact = { kind: 'impact', schemaId: 'Vessel', before: schema(20), after: schema(5) } as const

  it('F4 only errors that the old schema did not have count, and only of documents that follow it', () => {
    const check = documentCheck(impact)
    expect(check(page({ name: 'Kittiwake' }))).toMatchObject({ count: 1, errors: [{ pointer: '/name' }] })
    expect(check(page({ name: 'Auk' }))).toMatchObject({ count: 0 })
    expect(check(page({ name: 'A name that was too long before' }))).toMatchObject({ count: 0 })
    expect(check(page({ name: 'Kittiwake' }, 'other'))).toBeNull()
    expect(check('<body><main><div><p>x-schema-name</p></div></main></body>')).toBeNull()
  })

  it('F4 a document with thousands of errors names the first and counts them all', async () => {
    const thread = openCheckThread(impact)
    const lines = Array.from({ length: 5_000 }, (_, index) => `line number ${index}`)
    const answer = await thread.check(page({ lines }))
    expect(answer?.count).toBe(5_000)
    expect(answer?.errors.length).toBeLessThan(50)
    thread.close()
  })

  it('F4 a renamed schema is named anew, and nothing else of the document changes', () => {
    const html = page({ name: 'Kittiwake', more: ['kept'] })
    const renamed = documentCheck({ kind: 'rename', schemaId: 'vessel', nextId: 'ship' })(html)?.renamed ?? ''
    const reading = parseDocument(renamed)
    expect('document' in reading && reading.document).toMatchObject({
      metadata: { schemaName: 'ship' },
      data: { name: 'Kittiwake', more: ['kept'] }
    })
  })
})
