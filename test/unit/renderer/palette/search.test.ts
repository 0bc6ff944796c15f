import { describe, expect, it } from 'vitest'
import { best, fit } from '../../../../src/renderer/src/features/palette/search'

describe('palette', () => {
  it('puts the start of a name before the start of a word, and that before the middle', () => {
    const names = ['sunset.html', 'the-set.html', 'set.html', 'other.html']
    expect(best(names, (name) => fit('set', name), 10)).toEqual(['set.html', 'the-set.html', 'sunset.html'])
  })

  it('wants every word, in the name or in where it is', () => {
    expect(fit('journal seal', 'seals.html', '/org/site/journal/seals.html')).toBeGreaterThan(0)
    expect(fit('journal whale', 'seals.html', '/org/site/journal/seals.html')).toBe(0)
    expect(fit('', 'anything')).toBeGreaterThan(0)
  })
})
