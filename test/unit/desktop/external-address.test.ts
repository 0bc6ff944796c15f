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
      '--flag',
      'https://galley.example@evil.example/',
      'https://user:secret@evil.example/',
      `https://x.example/${'a'.repeat(5000)}`,
      `mailto:a@example.com?body=${'a'.repeat(5000)}`
    ]) {
      expect(externalAddress(text), text).toBeNull()
    }
  })

  it('A1 gives a host that looks like another as it is registered, and a mail without files', () => {
    expect(externalAddress('https://g\u0430lley.example/\u202egnp')).toBe(
      'https://xn--glley-4ve.example/%E2%80%AEgnp'
    )
    expect(
      externalAddress('mailto:a@example.com?subject=Hi%20you&attach=/etc/passwd&ATTACHMENT=x&body=b')
    ).toBe('mailto:a@example.com?subject=Hi%20you&body=b')
  })
})
