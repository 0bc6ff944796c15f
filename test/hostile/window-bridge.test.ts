import { describe, expect, it } from 'vitest'
import { bridgeArguments } from '../../src/common/bridge/arguments'
import { UPLOAD_SLICE, type BridgeCall } from '../../src/common/bridge'
import { fc } from '../support/properties'
import { hostileRuns } from './runs'

const calls = Object.keys(bridgeArguments) as BridgeCall[]

/** What a page that somebody has taken over could put into a message: everything that is cloned from one process to another. */
const cloned = fc.oneof(
  fc.anything({
    withDate: true,
    withMap: true,
    withSet: true,
    withBigInt: true,
    withTypedArray: true,
    withSparseArray: true
  }),
  fc.constantFrom<unknown>(
    '\0',
    'x'.repeat(1_000_000),
    '../../../../etc/passwd',
    'file:///etc/passwd',
    NaN,
    -1,
    2 ** 53,
    1e308,
    new Uint8Array(0),
    new Uint8Array(UPLOAD_SLICE + 1),
    new ArrayBuffer(8),
    new Array(501).fill({ id: 'a', enabled: true }),
    [{ id: 'a', enabled: true, more: 1 }],
    JSON.parse('{"__proto__":{"id":"a"},"length":1}')
  )
)

/** How long the texts and lists of an accepted message are at most. */
function longest(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Uint8Array) return value.length / 256
  if (Array.isArray(value)) return Math.max(value.length, ...value.map(longest))
  return 0
}

describe('messages of a window to the desktop', () => {
  it('A1 X3 whatever arrives on a channel is refused or within its bounds, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...calls), fc.array(cloned, { maxLength: 4 }), (call, message) => {
        const parsed = bridgeArguments[call].safeParse(message)
        if (parsed.success) expect(longest(parsed.data)).toBeLessThanOrEqual(16_384)
      }),
      { numRuns: hostileRuns(1_000) }
    )
  })

  it('A1 X3 a message with more in it than its call has is refused', () => {
    for (const call of calls) {
      // no language at all is one
      if (call !== 'spellIn') expect(bridgeArguments[call].safeParse([null]).success, call).toBe(false)
      for (const message of [null, undefined, 'x', {}, { length: 0 }])
        expect(bridgeArguments[call].safeParse(message).success, call).toBe(false)
    }
    expect(bridgeArguments.startState.safeParse([1]).success).toBe(false)
    expect(bridgeArguments.openWorkspace.safeParse(['/tmp/a\0b']).success).toBe(false)
    expect(bridgeArguments.uploadStart.safeParse(['/a/b/c.png', 2 ** 50, false]).success).toBe(false)
  })
})
