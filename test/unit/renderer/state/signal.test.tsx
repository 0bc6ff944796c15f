import { act, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createSignal, useRead, useSignal } from '../../../../src/renderer/src/state/signal'
import { createEntries, createStore, useSelected, useStore } from '../../../../src/renderer/src/state/store'

afterEach(() => vi.useRealTimers())

it('what keeps a signal true begins with its first listener and ends with its last', () => {
  const [begin, end] = [vi.fn(), vi.fn()]
  const signal = createSignal<string>(() => {
    begin()
    return end
  })
  const told: string[] = []
  const stops = ['first', 'second'].map((name) => signal.subscribe((what) => told.push(`${name} ${what}`)))
  expect(begin).toHaveBeenCalledTimes(1)
  signal.notify('a')
  stops[0]?.()
  stops[0]?.()
  signal.notify('b')
  expect(told).toEqual(['first a', 'second a', 'second b'])
  expect(end).not.toHaveBeenCalled()
  stops[1]?.()
  expect(end).toHaveBeenCalledTimes(1)
  signal.subscribe(() => undefined)
  expect(begin).toHaveBeenCalledTimes(2)
  expect(signal.count()).toBe(2)
})

it('a signal that lingers goes on for who listens again at once', () => {
  vi.useFakeTimers()
  const [begin, end] = [vi.fn(), vi.fn()]
  const signal = createSignal<void>(() => {
    begin()
    return end
  }, 100)
  signal.subscribe(() => undefined)()
  vi.advanceTimersByTime(99)
  const stop = signal.subscribe(() => undefined)
  vi.advanceTimersByTime(1_000)
  expect([begin.mock.calls.length, end.mock.calls.length]).toEqual([1, 0])
  stop()
  vi.advanceTimersByTime(99)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(end).toHaveBeenCalledTimes(1)
})

it('what is read is drawn anew when it is another value, and a signal each time', () => {
  const signal = createSignal<void>()
  let value = 'one'
  const drawn: string[] = []
  function Reader() {
    drawn.push(`read ${useRead(signal, () => value)}`)
    return null
  }
  function Counter() {
    drawn.push(`counted ${useSignal(signal)}`)
    return null
  }
  function Idle() {
    drawn.push(`idle ${useRead(null, () => value)}`)
    return null
  }
  render([<Reader key="r" />, <Counter key="c" />, <Idle key="i" />])
  expect(drawn.splice(0)).toEqual(['read one', 'counted 0', 'idle one'])
  act(() => signal.notify())
  expect(drawn.splice(0)).toEqual(['counted 1'])
  value = 'two'
  act(() => signal.notify())
  expect(drawn).toEqual(['read two', 'counted 2'])
})

it('a store tells of another value alone, and what is taken out of it draws nothing else', () => {
  const store = createStore({ name: 'a', size: 1 })
  const entries = createEntries<string, number>()
  const told = vi.fn()
  store.subscribe(told)
  entries.subscribe(told)
  store.set(store.now())
  entries.put('nothing', null)
  expect(told).not.toHaveBeenCalled()
  const drawn: string[] = []
  function Whole() {
    drawn.push(JSON.stringify(useStore(store)))
    return null
  }
  function Name() {
    drawn.push(useSelected(store, ({ name }) => name))
    return null
  }
  render([<Whole key="w" />, <Name key="n" />])
  drawn.length = 0
  act(() => store.set({ name: 'a', size: 2 }))
  expect(drawn.splice(0)).toEqual(['{"name":"a","size":2}'])
  act(() => store.set({ name: 'b', size: 2 }))
  expect(drawn).toEqual(['{"name":"b","size":2}', 'b'])
  entries.put('one', 1)
  expect([told.mock.calls.length, entries.now().get('one')]).toEqual([3, 1])
})
