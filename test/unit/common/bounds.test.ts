import { expect, test } from 'vitest'
import { isBeyondBounds, tooComplex, tooLarge } from '../../../src/common/bounds'
import { statusOfReason } from '../../../src/common/api/statuses'

test('X5 what is beyond a bound says the bound, what was found and the place', () => {
  const error = tooComplex({
    what: 'This page',
    of: 'levels of nesting',
    bound: 512,
    found: 70_000,
    where: 'line 3'
  })
  expect(error.message).toBe(
    'This page is too complicated to be worked with: at most 512 levels of nesting are read, and it has 70,000 (line 3). Make it simpler, or divide it; as source text it can be edited as it is.'
  )
  expect(error.where).toBe('line 3')
  expect(statusOfReason[error.reason]).toBe(422)
})

test('X5 what is too long is 413, and both are told from other errors', () => {
  const error = tooLarge({ what: 'This page', of: 'characters', bound: 16_000_000 })
  expect(error.message).toContain('at most 16,000,000 characters are read, and it has more.')
  expect(statusOfReason[error.reason]).toBe(413)
  expect(isBeyondBounds(error)).toBe(true)
  expect(isBeyondBounds(new Error('too-large'))).toBe(false)
})
