// @vitest-environment node
import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText } from '../../../../src/common/formats/text/encoding'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

function afterEdit(stored: string, edit: (text: string) => string): string {
  const decoded = decodeText(bytesOf(stored))
  if (decoded.kind !== 'text') throw new Error('not text')
  return textOf(encodeText(edit(decoded.text), decoded.shape))
}

describe('bytes and text', () => {
  it('V6 every UTF-8 text comes back byte for byte', () => {
    const part = fc.constantFrom('a', 'é', '\n', '\r\n', '\r', '\ufeff', '𝒳', '', '\u0000')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const stored = parts.join('')
        expect(afterEdit(stored, (text) => text)).toBe(stored)
      })
    )
  })

  it('V6 a file of mixed line ends keeps each line’s own when another line is edited', () => {
    expect(afterEdit('a\r\nb\nc\r\nd', (text) => text.replace('c', 'C!'))).toBe('a\r\nb\nC!\r\nd')
    expect(afterEdit('a\r\nb\nc\r\nd', (text) => text.replace('a\n', 'a\nnew\n'))).toBe(
      'a\r\nnew\r\nb\nc\r\nd'
    )
  })

  it('V6 a changed line keeps its own line end, and nothing else changes', () => {
    const part = fc.constantFrom('a', 'é', '\n', '\r\n', '\r', '<p>𝒳</p>', '\u2028', '')
    const parts = fc.array(part, { maxLength: 30 })
    fc.assert(
      fc.property(parts, parts, (before, after) => {
        const around = (word: string) => `${before.join('')}${word}${after.join('')}`
        const stored = around('EDIT')
        expect(afterEdit(stored, (text) => text.replace('EDIT', 'EDITX'))).toBe(around('EDITX'))
      })
    )
  })

  it('V6 bytes that are no UTF-8 are told apart', () => {
    expect(decodeText(Uint8Array.of(0x61, 0xff)).kind).toBe('bytes')
    expect(decodeText(Uint8Array.of()).kind).toBe('text')
  })
})
