import { expect, it } from 'vitest'
import { unusedExports } from './exports'

/** Called by what the compiler makes of JSX. */
const calledByName = /components\/visible-text\/jsx-(dev-)?runtime\.ts$/

it('every function, value and type that a file gives out is used by another file', () => {
  const unused = unusedExports().filter(({ file }) => !calledByName.test(file))
  expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
