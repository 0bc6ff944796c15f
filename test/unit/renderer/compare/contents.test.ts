// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { compareBytes, formatJson, MAX_LINES } from '../../../../src/renderer/src/features/compare/contents'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('what two states are to each other', () => {
  it('V6 equal bytes are identical; equal words with other line ends are said to be just that', () => {
    expect(compareBytes(bytesOf('a\n'), bytesOf('a\n')).kind).toBe('identical')
    expect(compareBytes(bytesOf('a\n'), bytesOf('a\r\n'))).toMatchObject({ kind: 'text', sameText: true })
  })

  it('V6 bytes that are no text are not compared as text', () => {
    expect(compareBytes(Uint8Array.of(0xff), bytesOf('a')).kind).toBe('binary')
  })

  it('V6 contents too large for an editor are told by their facts', () => {
    expect(compareBytes(bytesOf('a\n'.repeat(MAX_LINES + 1)), bytesOf('a'))).toMatchObject({
      kind: 'large',
      before: { lines: MAX_LINES + 2 },
      after: { lines: 1, bytes: 1 }
    })
  })

  it('V6 JSON is formatted with its keys in their own order; what is no JSON is not', () => {
    expect(formatJson('{"b":1,"a":[true]}')).toBe('{\n  "b": 1,\n  "a": [\n    true\n  ]\n}')
    expect(formatJson('{oops')).toBe(null)
  })
})
