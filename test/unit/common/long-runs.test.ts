import { expect, it } from 'vitest'
import { parseRules } from '../../../src/common/permissions/rules'
import { parseJson } from '../../../src/common/json'
import { writeJson } from '../../../src/common/formats/json/write'

/** A run that is followed from each of its signs to its end takes minutes at this length; from its first one, nothing to speak of. */
const LONG = 1_000_000

it('X5 a path of permissions with a million slashes is read once from end to end', () => {
  const path = `/${'/'.repeat(LONG)}x`
  expect(parseRules([{ path, groups: 'a@example.com', actions: 'read' }])).toBeDefined()
})

it('D9 a text with a million blanks in it gives its end to what replaces it', () => {
  const text = `{"a":"${' '.repeat(LONG)}x"}\n`
  expect(writeJson({ text, value: parseJson(text) }, { a: 1 })).toBe('{"a":1}\n')
})
