import { expect, it } from 'vitest'
import { isOrdered, type Deed, type Done } from './history'

const empty = { places: [null, null], trash: [] }
const at = (from: number, to: number | null, deed: Deed): Done => ({ deed, from, to })
const write = (
  content: string,
  over?: string | null,
  answer: 'made' | 'replaced' | 'refused' | null = 'replaced'
): Deed => ({
  kind: 'write',
  place: 0,
  content,
  over,
  answer
})
const read = (found: string | null, place = 0): Deed => ({ kind: 'read', place, found })
const made = at(0, 1, write('a', undefined, 'made'))

it('TM2 an order is found where there is one, of what happened at once as well', () => {
  const late = at(5, 20, write('b'))
  expect(isOrdered([made, late, at(6, 7, read('a')), at(8, 9, read('b'))], empty)).toBe(true)
  expect(isOrdered([made, at(2, 3, write('b', 'a')), at(4, 5, write('c', 'a', 'refused'))], empty)).toBe(true)
  // what nobody knows of may have happened, later as well, or not
  const unknown = at(2, null, write('b', undefined, null))
  expect(isOrdered([made, unknown, at(3, 4, read('a'))], empty)).toBe(true)
  expect(isOrdered([made, unknown, at(3, 4, read('a')), at(5, 6, read('b'))], empty)).toBe(true)
})

it('TM2 a lost write, an old answer and two that both replaced the same are no order', () => {
  expect(isOrdered([made, at(2, 3, write('b')), at(4, 5, read('a'))], empty)).toBe(false)
  expect(isOrdered([made, at(2, 20, write('b')), at(3, 4, read('b')), at(5, 6, read('a'))], empty)).toBe(
    false
  )
  expect(isOrdered([made, at(2, 9, write('b', 'a')), at(3, 8, write('c', 'a'))], empty)).toBe(false)
  expect(
    isOrdered(
      [made, at(2, null, write('b', undefined, null)), at(3, 4, read('b')), at(5, 6, read('a'))],
      empty
    )
  ).toBe(false)
})

it('TM2 what is moved, deleted or restored twice is no order', () => {
  const move = (answer: 'moved' | 'missing' | 'taken'): Deed => ({ kind: 'move', place: 0, to: 1, answer })
  const remove: Deed = { kind: 'delete', place: 0, answer: 'gone', item: 'x' }
  const restore: Deed = { kind: 'restore', item: 'x', answer: 'back' }
  expect(
    isOrdered([made, at(2, 9, move('moved')), at(3, 8, move('missing')), at(10, 11, read('a', 1))], empty)
  ).toBe(true)
  expect(isOrdered([made, at(2, 9, move('moved')), at(3, 8, move('moved'))], empty)).toBe(false)
  expect(isOrdered([made, at(2, 9, remove), at(3, 8, move('moved'))], empty)).toBe(false)
  expect(isOrdered([made, at(2, 3, remove), at(4, 5, restore), at(6, 7, read('a'))], empty)).toBe(true)
  expect(isOrdered([made, at(2, 3, remove), at(4, 9, restore), at(5, 8, restore)], empty)).toBe(false)
})
