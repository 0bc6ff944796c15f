import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPresence, type Presence } from '../../../../src/main/rooms/presence'
import type { Here } from '../../../../src/common/rooms/frames'
import type { News } from '../../../../src/main/rooms'

let presence: Presence<Somebody>
let clients = 0
let came = 0

class Somebody {
  readonly client = ++clients
  readonly told: (readonly Here[])[] = []
  readonly member

  constructor(email: string) {
    this.member = {
      person: { email },
      session: 'one',
      tell: (news: News) => {
        if (news.kind === 'here') this.told.push(news.people)
      }
    }
    presence.enter(this)
  }

  at(place: number): void {
    presence.move(this, { at: new Uint8Array([place]), isIdle: false })
  }

  get sees(): readonly Here[] | undefined {
    return this.told.at(-1)
  }
}

const settled = () => vi.advanceTimersByTime(1000)

beforeEach(() => {
  vi.useFakeTimers()
  came = 0
  presence = openPresence(() => (came += 1))
})
afterEach(() => {
  presence.stop()
  vi.useRealTimers()
})

describe('RT10 who is in a document', () => {
  it('RT10 all hear of the others, and nobody of themselves; who is alone hears nothing', () => {
    const ada = new Somebody('ada@example.com')
    settled()
    expect(ada.told).toEqual([])
    const bob = new Somebody('bob@example.com')
    bob.at(7)
    settled()
    expect(ada.sees).toMatchObject([
      { email: 'bob@example.com', client: bob.client, at: new Uint8Array([7]) }
    ])
    expect(bob.sees).toMatchObject([{ email: 'ada@example.com', at: null, isIdle: false }])
    presence.leave(bob)
    settled()
    expect(ada.sees).toEqual([])
    expect(bob.told).toHaveLength(1)
  })

  it('RT10 is told at most ten times a second, with where they are by then', () => {
    const [ada, bob] = [new Somebody('ada@example.com'), new Somebody('bob@example.com')]
    settled()
    const before = ada.told.length
    for (let at = 0; at < 100; at += 1) {
      bob.at(at)
      vi.advanceTimersByTime(10)
    }
    expect(ada.told.length - before).toBeLessThanOrEqual(11)
    expect(ada.told.length - before).toBeGreaterThanOrEqual(9)
    settled()
    expect(ada.sees?.[0]?.at).toEqual(new Uint8Array([99]))
    // who only moves is no news to those who are elsewhere
    expect(came).toBe(1)
  })

  it('RT10 is told less often where many are: fifty who move cost no more than 2,500 names each half second', () => {
    const all = Array.from({ length: 50 }, (_, at) => new Somebody(`${at}@example.com`))
    settled()
    const before = all[0]?.told.length ?? 0
    for (let step = 0; step < 100; step += 1) {
      for (const one of all) one.at(step)
      vi.advanceTimersByTime(10)
    }
    expect((all[0]?.told.length ?? 0) - before).toBeLessThanOrEqual(3)
    settled()
    expect(all[0]?.sees).toHaveLength(49)
  })

  it('RT10 has one colour for all windows of a person, and another for each of twelve people', () => {
    const windows = [
      new Somebody('ada@example.com'),
      new Somebody('Ada@example.com'),
      ...Array.from({ length: 11 }, (_, at) => new Somebody(`${at}@example.com`))
    ]
    const eve = new Somebody('eve@example.com')
    settled()
    const colours = new Map(eve.sees?.map(({ who, colour }) => [who, colour]))
    expect(colours.size).toBe(windows.length)
    expect(colours.get(1)).toBe(colours.get(2))
    expect(new Set(colours.values()).size).toBe(12)
  })

  it('RT10 keeps the colour of a person who leaves and comes back', () => {
    const eve = new Somebody('eve@example.com')
    const ada = new Somebody('ada@example.com')
    settled()
    const colour = eve.sees?.[0]?.colour
    presence.leave(ada)
    for (let at = 0; at < 5; at += 1) new Somebody(`${at}@example.com`)
    new Somebody('ada@example.com')
    settled()
    expect(eve.sees?.find(({ email }) => email === 'ada@example.com')?.colour).toBe(colour)
  })
})
