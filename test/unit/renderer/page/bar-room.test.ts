// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { buttonsIn } from '../../../../src/renderer/src/features/page/bar-room'

describe('the format bar', () => {
  it('VE7 stands in one row: what has no room goes into a menu, which has room itself', () => {
    expect(buttonsIn(560, 12)).toBe(12)
    expect(buttonsIn(559, 12)).toBe(10)
    expect(buttonsIn(260, 12)).toBe(1)
    expect(buttonsIn(100, 12)).toBe(0)
    for (let width = 230; width < 700; width += 7) {
      const shown = buttonsIn(width, 12)
      expect(200 + 30 * (shown === 12 ? 12 : shown + 1)).toBeLessThanOrEqual(width)
    }
  })
})
