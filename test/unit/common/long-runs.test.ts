import { expect, it } from 'vitest'
import { parseRules } from '../../../src/common/permissions/rules'
import { writtenJson } from '../../../src/common/formats/restore'

/** A run that is followed from each of its signs to its end takes minutes at this length; from its first one, nothing to speak of. */
const LONG = 1_000_000

it('X5 a path of permissions with a million slashes is read once from end to end', () => {
  const path = `/${'/'.repeat(LONG)}x`
  expect(parseRules([{ path, groups: 'a@example.com', actions: 'read' }])).toBeDefined()
})

it('D9 a text with a million blanks in it gives its end to what replaces it', () => {
  expect(writtenJson({ a: 1 }, `{"a":"${' '.repeat(LONG)}x"}\n`)).toBe('{"a":1}\n')
})
