import { fc } from '../../../support/properties'
import { valuesOf } from '../sheet/values-of'
import { describe, expect, it } from 'vitest'
import { blame, traceBlock, traceCell, traceField, type Trace } from '../../../../src/common/compare'
import type { JsonObject } from '../../../../src/common/schema'
import { traceStates } from '../../../../src/common/compare/trace'

/** States newest first, and which of them were read. */
async function blamed<T, P>(contents: readonly T[], place: P, trace: Trace<T, P>) {
  const read: number[] = []
  const states = contents.map((content, at) => ({
    at,
    load: async () => {
      read.push(at)
      return content
    }
  }))
  const found = await blame(states, place, trace)
  return { at: found?.state.at, sinceTheStart: found?.sinceTheStart, read }
}

describe('who last changed it', () => {
  it('D11 a field: the state that brought its value; older ones are not read', async () => {
    const states = [
      { a: 2, b: 9 },
      { a: 2, b: 8 },
      { a: 1, b: 8 },
      { a: 1, b: 7 }
    ]
    expect(await blamed(states, '/a', traceField)).toEqual({ at: 1, sinceTheStart: false, read: [0, 1, 2] })
    expect(await blamed(states, '/b', traceField)).toEqual({ at: 0, sinceTheStart: false, read: [0, 1] })
  })

  it('D11 a field of an item is followed where the item was', async () => {
    const [x, y, z] = ['x', 'y', 'z'].map((id) => ({ id, n: 1 }))
    const states = [
      [z, x, y],
      [x, y, z],
      [x, y, { id: 'z', n: 0 }],
      [x, y]
    ].map((list) => list.filter((one) => one !== undefined))
    expect(await blamed(states, '/0/n', traceField)).toMatchObject({ at: 1 })
    expect(await blamed(states, '/1/n', traceField)).toMatchObject({ at: 3, sinceTheStart: true })
    expect(await blamed(states, '/0/id', traceField)).toMatchObject({ at: 2 })
  })

  it('D11 a cell is followed through moved rows and a renamed column', async () => {
    const of = (data: readonly JsonObject[]) => {
      const book = valuesOf({ ':type': 'sheet', ':sheetname': 's', total: data.length, data })
      if (!book) throw new Error('no sheet')
      return book
    }
    const states = [
      of([
        { key: 'n', price: '0' },
        { key: 'c', price: '3' },
        { key: 'a', price: '1' },
        { key: 'b', price: '2' }
      ]),
      of([
        { key: 'a', price: '1' },
        { key: 'b', price: '2' },
        { key: 'c', price: '3' }
      ]),
      of([
        { key: 'a', fare: '1' },
        { key: 'b', fare: '2' },
        { key: 'c', fare: '3' }
      ]),
      of([
        { key: 'a', fare: '1' },
        { key: 'q', fare: '2' },
        { key: 'b', fare: '7' },
        { key: 'c', fare: '3' }
      ])
    ]
    const at = (row: number, column: string | null = 'price') =>
      blamed(states, { sheet: 's', row, column }, traceCell)
    expect(await at(3)).toMatchObject({ at: 2 })
    expect(await at(1)).toMatchObject({ at: 3, sinceTheStart: true })
    expect(await at(0)).toMatchObject({ at: 0, read: [0, 1] })
    expect(await at(2, null)).toMatchObject({ at: 3 })
  })

  it('D11 a block is followed where it was', async () => {
    const page = (...texts: string[]) =>
      `<main><div>${texts.map((one) => `<p>${one}</p>`).join('')}</div></main>`
    const states = [
      page('new', 'the boat sails', 'end'),
      page('the boat sails', 'end'),
      page('the boat', 'end')
    ]
    expect(await blamed(states, 1, traceBlock)).toMatchObject({ at: 1 })
    expect(await blamed(states, 2, traceBlock)).toMatchObject({ at: 2, sinceTheStart: true })
    expect(await blamed(states, 0, traceBlock)).toMatchObject({ at: 0, read: [0, 1] })
  })

  it('D11 a block that is found by its source is the one that is found by reading every page', () => {
    const block = fc.tuple(fc.constantFrom('p', 'h2', 'div'), fc.constantFrom('a', 'b', 'c', 'd'))
    const page = fc.array(block, { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), fc.nat(5), (pages, index) => {
        const states = pages.map((blocks) =>
          blocks.map(([tag, word]) => `<${tag}>${word.repeat(12)}</${tag}>`).join('\n')
        )
        const quick = traceStates({ states, format: 'page', place: { kind: 'block', index } })
        let [kept, at] = [1, index]
        for (; kept < states.length; kept += 1) {
          const found = traceBlock(states[kept] ?? '', states[kept - 1] ?? '', at)
          if (found === null) break
          at = found
        }
        // unchanged pages need no look at a block that is not there
        if ((pages[0]?.length ?? 0) <= index) return
        expect(quick).toEqual({ kept, place: { kind: 'block', index: at } })
      }),
      { numRuns: 500 }
    )
  })

  it('D11 no state, no answer', async () => {
    expect(await blame([], '/a', traceField)).toBeNull()
  })
})
