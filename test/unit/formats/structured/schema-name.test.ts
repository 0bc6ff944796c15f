import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import {
  newDocument,
  parseDocument,
  schemaNameIn,
  writeDocument
} from '../../../../src/common/formats/structured'

const page = (schemaName: string, title = 'One') =>
  writeDocument(newDocument({ title, schemaName, data: { note: 'x-schema-name <b>' } }))

describe('which schema a document names', () => {
  it('F1 is found without reading the document, and is what reading finds', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9&<>"' -]{1,20}$/), (name) => {
        const html = page(name)
        const reading = parseDocument(html)
        expect(schemaNameIn(html)).toBe('document' in reading ? reading.document.metadata.schemaName : null)
      })
    )
  })

  it('F1 is none in other pages, whatever they look like', () => {
    expect(schemaNameIn('<p>x-schema-name</p>')).toBeNull()
    expect(schemaNameIn('<p>words</p>')).toBeNull()
    expect(schemaNameIn(`x-schema-name${'<'.repeat(100_000)}`)).toBeNull()
    expect(schemaNameIn('x-schema-name<p> '.repeat(20_000))).toBe('x-schema-name')
  })
})
