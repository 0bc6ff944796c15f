import { describe, expect, it } from 'vitest'
import { externalAddress } from '../../../src/main/desktop/external-address'

describe('addresses for the system', () => {
  it('A1 gives https and mailto addresses on, parsed', () => {
    expect(externalAddress('https://example.com/a b')).toBe('https://example.com/a%20b')
    expect(externalAddress('mailto:a@example.com')).toBe('mailto:a@example.com')
  })

  it('A1 gives nothing else on', () => {
    for (const text of [
      'http://x/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://x/y',
      'galley://app/',
      ' ',
      'x',
      '--flag'
    ]) {
      expect(externalAddress(text), text).toBeNull()
    }
  })
})
