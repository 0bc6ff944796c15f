import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bounds } from '../../../src/common/bounds'
import { jsonBytes } from '../../../src/common/json/bytes'
import { outlinedParts, outlineOf } from '../../../src/common/publishing/sheet-outline'
import { deliveredSheets, readSheets, type SheetQuery } from '../../../src/common/publishing/sheets'
import { hostileRuns } from '../../hostile/runs'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What readers get by the outline, as a text. */
function byOutline(text: string, query: SheetQuery): string | null {
  const bytes = bytesOf(text)
  const outline = outlineOf(bytes)
  if (typeof outline === 'string') return outline
  const parts = outlinedParts(outline, query)
  return (
    parts &&
    parts
      .map((part) =>
        typeof part === 'string' ? part : new TextDecoder().decode(bytes.subarray(part.start, part.end))
      )
      .join('')
  )
}

const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
const sheet = fc.record({ data: fc.array(row) })
const name = fc.constantFrom('a', 'data', 'private-x', 'ä', '', '__proto__', 'b "q"')
const file = fc.oneof(
  sheet.map((one) => ({ ...one, ':type': 'sheet', ':sheetname': 'ä' })),
  fc
    .tuple(fc.dictionary(name, sheet), fc.array(name))
    .map(([sheets, names]) => ({ ...sheets, ':names': names, ':type': 'multi-sheet' })),
  fc.jsonValue()
)
const query = fc.record({
  names: fc.uniqueArray(name, { maxLength: 3 }),
  offset: fc.nat(5),
  limit: fc.option(fc.nat(5))
})

describe('rows of a sheet by where they lie', () => {
  it('U4 they are what reading the whole file gives, however it is written and whatever is asked for', () => {
    fc.assert(
      fc.property(file, query, fc.constantFrom(undefined, 2, '\t'), (value, asked, indent) => {
        const text = JSON.stringify(value, null, indent)
        const whole = readSheets(JSON.parse(text))
        const expected = whole && deliveredSheets(whole, asked)
        const found = byOutline(text, asked)
        if (found === 'mixed') return
        if (whole === null) expect(found).toBe('none')
        else if (expected === null) expect(found).toBeNull()
        else expect(JSON.parse(found ?? 'null')).toEqual(JSON.parse(JSON.stringify(expected)))
      }),
      { numRuns: hostileRuns(300) }
    )
  })

  it('U4 what is valid JSON is judged as the platform judges it', () => {
    const mutated = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', ',', '{', ']', '\\', '\u0001', '-', '01', '1e', 'tru', ':')
      )
      .map(([text, at, sign]) => {
        const cut = at % (text.length + 1)
        return text.slice(0, cut) + sign + text.slice(cut + (at % 2))
      })
    fc.assert(
      fc.property(mutated, (text) => {
        const judged = (judge: () => unknown) => {
          try {
            judge()
            return true
          } catch {
            return false
          }
        }
        expect(judged(() => jsonBytes(bytesOf(text)).whole())).toBe(judged(() => JSON.parse(text)))
      }),
      { numRuns: hostileRuns(1000) }
    )
  })

  it('X5 nesting is read up to its bound and refused beyond it, however long it goes on', () => {
    const nested = (levels: number) => bytesOf('['.repeat(levels) + ']'.repeat(levels))
    expect(jsonBytes(nested(bounds.json.depth)).whole()).toEqual({ start: 0, end: bounds.json.depth * 2 })
    for (const levels of [bounds.json.depth + 1, 5_000_000])
      expect(() => jsonBytes(nested(levels)).whole()).toThrow(/levels of nesting/)
  })
})
