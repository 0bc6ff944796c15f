import { describe, expect, it } from 'vitest'
import { isOrderKey, placesFor, seedKey } from '../../../../src/common/rooms/overlay/order-keys'
import { random } from '../flat/deeds'

describe('places in a list', () => {
  it('RT2 any order that is wanted comes about, and only what has to gets another place', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const chance = random(seed)
      let items = Array.from({ length: 8 }, (_, at) => ({ id: String(at), key: seedKey(at) }))
      for (let step = 0; step < 30; step += 1) {
        const ids = items.map(({ id }) => id)
        const from = Math.floor(chance() * ids.length)
        const [moved = 'x'] = chance() < 0.5 ? ids.splice(from, 1) : [`n${step}`]
        ids.splice(Math.floor(chance() * (ids.length + 1)), 0, moved)
        const given = placesFor(items, ids, chance() < 0.5 ? 'ai' : 'bi')
        const keys = new Map([...items.map(({ id, key }) => [id, key] as const), ...given])
        for (const key of given.values()) expect(isOrderKey(key), key).toBe(true)
        items = ids.map((id) => ({ id, key: keys.get(id) ?? '' }))
        expect(given.size).toBeLessThanOrEqual(1)
        const sorted = [...items].sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ id }) => id)
        expect(sorted, `seed ${seed}`).toEqual(ids)
      }
    }
  })

  it('RT2 between two at one place there is none: the second one makes room', () => {
    const given = placesFor(
      [
        { id: 'a', key: 'm' },
        { id: 'b', key: 'm' }
      ],
      ['a', 'new', 'b'],
      'ai'
    )
    expect([...given.keys()]).toEqual(['new', 'b'])
    expect([given.get('new') ?? '', given.get('b') ?? ''].sort()).toEqual([...given.values()])
  })

  it('RT3 RT11 what is no place is none', () => {
    for (const odd of ['', 'a0', 'A', 'ä', 'x'.repeat(2000), 7, null]) expect(isOrderKey(odd)).toBe(false)
  })
})
