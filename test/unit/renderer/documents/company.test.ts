import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Here } from '../../../../src/common/rooms/frames'
import { Company } from '../../../../src/renderer/src/documents/together/company'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ada = (place: number): Here => ({
  who: 3,
  client: 7,
  email: 'ada@example.org',
  colour: 1,
  at: new Uint8Array([place]),
  isIdle: false
})

describe('RT10 who else is in a document', () => {
  it('RT10 somebody who is followed is gone to as soon as the words that they are in are there', () => {
    const company = new Company(() => undefined)
    const known = new Set([1])
    const gone: number[] = []
    const lead = (at: Uint8Array): boolean => {
      const [place = 0] = at
      if (known.has(place)) gone.push(place)
      return known.has(place)
    }
    company.led(lead, () => null)
    company.heard([ada(1)])
    company.follow(company.people[0] ?? null)
    expect(gone).toEqual([1])
    company.heard([ada(2)])
    company.came()
    vi.advanceTimersByTime(200)
    expect(gone).toEqual([1])
    known.add(2)
    company.came()
    vi.advanceTimersByTime(200)
    expect(gone).toEqual([1, 2])
    company.came()
    vi.advanceTimersByTime(200)
    expect(gone).toEqual([1, 2])
  })

  it('RT10 who has it open behind another document is told to be idle, until it is looked at again', () => {
    const say = vi.fn()
    const company = new Company(say)
    const told = () => {
      vi.advanceTimersByTime(200)
      return say.mock.lastCall?.[2] as unknown
    }
    company.moved()
    expect(told()).toBe(false)
    company.shown(false)
    expect(told()).toBe(true)
    // what others do there moves its caret, and nobody
    company.moved()
    expect(told()).toBe(true)
    company.shown(true)
    expect(told()).toBe(false)
    vi.advanceTimersByTime(120_000)
    expect(told()).toBe(true)
  })

  it('RT10 is drawn again when others’ words are shown, as a place may be told before them', () => {
    const company = new Company(() => undefined)
    const drawn = vi.fn()
    company.changed.subscribe(drawn)
    company.came()
    vi.advanceTimersByTime(200)
    expect(drawn).not.toHaveBeenCalled()
    company.heard([ada(1)])
    drawn.mockClear()
    company.came()
    company.came()
    vi.advanceTimersByTime(200)
    expect(drawn).toHaveBeenCalledOnce()
  })
})
