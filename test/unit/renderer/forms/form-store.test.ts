// @vitest-environment node
import { fc } from '../../../support/properties'
import { describe, expect, it } from 'vitest'
import { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { offer, schemaOf, someOffer } from './offer'

const open = () => new FormStore(offer, someOffer)

describe('the data of an open form', () => {
  it('F2 a key stroke is told to its own place and those around it, and to nobody else', () => {
    const store = open()
    const told: string[] = []
    for (const pointer of ['/headline', '/prices/0/name', '/prices/1/name', '/prices/0', '']) {
      store.cell(pointer).subscribe(() => told.push(pointer))
    }
    store.set('/prices/0/name', 'Grown-up', 'typing')
    expect(told.sort()).toEqual(['', '/prices/0', '/prices/0/name'])
  })

  it('F2 an empty text clears its member, and an array’s slot becomes empty instead of going away', () => {
    const store = open()
    store.set('/headline', '')
    store.set('/routes/0', '')
    expect(store.data).not.toHaveProperty('headline')
    expect(store.value('/routes')).toEqual(['', 'Skag'])
    expect(store.error('/headline')?.rule).toBe('required')
  })

  it('F1 a member that is filled in later stands where the schema has it', () => {
    const store = open()
    store.set('/seats', 12)
    store.set('/summary', 'Long')
    expect(Object.keys(Object(store.data))).toEqual(['headline', 'summary', 'seats', 'prices', 'routes'])
  })

  it('F2 what is read-only is not changed', () => {
    const store = open()
    store.set('/locked', 'x')
    const closed = new FormStore(offer, someOffer, true)
    closed.set('/headline', 'x')
    closed.remove('/prices', 0)
    expect(store.value('/locked')).toBeUndefined()
    expect(closed.data).toEqual(someOffer)
  })

  it('F2 what lies in something read-only is not changed either', () => {
    const inner = { type: 'object', properties: { name: { type: 'string' } } }
    const schema = schemaOf({
      type: 'object',
      properties: {
        made: { ...inner, readOnly: true },
        rows: { type: 'array', readOnly: true, items: inner }
      }
    })
    const data = { made: { name: 'a' }, rows: [{ name: 'b' }, { name: 'c' }] }
    const store = new FormStore(schema, data)
    store.set('/made/name', 'x')
    store.set('/rows/0/name', 'x')
    store.insert('/rows', 0)
    store.remove('/rows', 0)
    store.move('/rows', 0, 1)
    expect(store.data).toBe(data)
    expect([
      store.mayChange('/made/name'),
      store.mayChange('/rows/1/name'),
      store.mayChange('/other')
    ]).toEqual([false, false, true])
  })

  it('E4 typing in one place is one step; another place, or leaving, begins the next', () => {
    const store = open()
    store.set('/headline', 'One', 'typing')
    store.set('/headline', 'One two', 'typing')
    store.cutStep()
    store.set('/headline', 'One two three', 'typing')
    store.undo()
    expect(store.value('/headline')).toBe('One two')
    store.undo()
    expect(store.data).toEqual(someOffer)
    store.redo()
    expect(store.value('/headline')).toBe('One two')
  })

  it('E4 a removed item comes back with its number, so that what is kept about it is still true', () => {
    const store = open()
    const [adult, child, bicycle] = store.items('/prices')
    store.setFolded([store.identity('/prices/1')], true)
    store.remove('/prices', 0)
    expect(store.items('/prices')).toEqual([child, bicycle])
    expect(store.folded.has(store.identity('/prices/0'))).toBe(true)
    store.undo()
    expect(store.items('/prices')).toEqual([adult, child, bicycle])
    expect(store.data).toEqual(someOffer)
  })

  it('F2 lists inside an item keep their numbers when the item moves', () => {
    const store = open()
    const tags = store.items('/prices/0/tags')
    store.move('/prices', 0, 2)
    expect(store.items('/prices/2/tags')).toEqual(tags)
    expect(store.value('/prices/2/tags')).toEqual(['a', 'b'])
  })

  it('F2 no item goes into a full list', () => {
    const store = open()
    store.insert('/prices', 3)
    store.insert('/prices', 4)
    store.duplicate('/prices', 0)
    expect(store.items('/prices')).toHaveLength(4)
    expect(store.mayGrow('/prices')).toBe(false)
  })

  it('F2 a list that is not there yet is made by its first item', () => {
    const store = new FormStore(offer, {})
    store.insert('/routes', 0)
    store.set('/routes/0', 'Lund')
    expect(store.data).toEqual({ routes: ['Lund'] })
    store.undo()
    store.undo()
    expect(store.data).toEqual({})
  })

  it('E4 whatever is done, taking everything back gives the data of before, and doing it again the data of after', () => {
    const place = fc.constantFrom('/headline', '/seats', '/prices/0/name', '/prices/1/tags/0', '/routes/1')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), place, value: fc.constantFrom('a', 'b', '', 3, true) }),
      fc.record({
        kind: fc.constantFrom('insert' as const, 'remove' as const, 'duplicate' as const),
        list: fc.constantFrom('/prices', '/routes', '/prices/0/tags'),
        at: fc.nat(4)
      }),
      fc.record({
        kind: fc.constant('move' as const),
        list: fc.constantFrom('/prices', '/routes'),
        at: fc.nat(4),
        to: fc.nat(4)
      })
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const store = open()
        for (const one of steps) {
          if (one.kind === 'set') store.set(one.place, one.value)
          else if (one.at < store.items(one.list).length) {
            if (one.kind === 'insert') store.insert(one.list, one.at)
            if (one.kind === 'remove') store.remove(one.list, one.at)
            if (one.kind === 'duplicate') store.duplicate(one.list, one.at)
            if (one.kind === 'move') store.move(one.list, one.at, one.to)
          }
        }
        const after = store.data
        while (store.undo());
        expect(store.data).toEqual(someOffer)
        while (store.redo());
        expect(store.data).toEqual(after)
      })
    )
  })
})
