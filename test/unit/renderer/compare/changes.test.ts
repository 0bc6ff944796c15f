import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ChangeItem } from '../../../../src/renderer/src/engines/diff-views/changes/items'
import { useChanges } from '../../../../src/renderer/src/engines/diff-views/views/useChanges'

afterEach(cleanup)

const items = (...keys: string[]): ChangeItem[] =>
  keys.map((key) => ({ key, kind: 'changed', title: key, words: '', restore: [], blame: null }))
const told = () => undefined

it('D5 after a change was restored the next one is looked at, not the first', () => {
  const { result, rerender } = renderHook(({ now }) => useChanges(now, told), {
    initialProps: { now: items('a', 'b', 'c', 'd') }
  })
  const at = () => result.current.current?.key
  expect(at()).toBe('a')
  act(() => result.current.step(1))
  act(() => result.current.step(1))
  expect(at()).toBe('c')
  rerender({ now: items('a', 'b', 'd') })
  expect(at()).toBe('d')
  rerender({ now: items('new', 'a', 'b', 'd') })
  expect(at()).toBe('d')
  rerender({ now: items('new', 'a', 'b') })
  expect(at()).toBe('b')
})
