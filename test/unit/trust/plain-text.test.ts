import { expect, it } from 'vitest'
import { addressShown, hostShown, plainText } from '../../../src/common/trust'

it('T1 hosts are shown as they are asked for: another script in ASCII, without a person or a turned direction', () => {
  expect(hostShown('https://gаlley.example/x')).toBe('xn--glley-4ve.example')
  expect(addressShown('https://galley.example@evil.example/a/')).toBe('https://evil.example/a')
  expect(addressShown('https://GALLEY.example:8443')).toBe('https://galley.example:8443')
  expect(addressShown('http://2130706433/')).toBe('http://127.0.0.1')
  expect(addressShown('https://a.example/\u202Egpj.exe')).toBe('https://a.example/%E2%80%AEgpj.exe')
  expect(addressShown('no address\u001b[2J')).toBe('no address<U+001B>[2J')
})

it('T1 a name is one line, not endless, and hides nothing', () => {
  expect(plainText('a\nb\u0000c\u202Ed\u2066e\u200Bf\uFEFFg\u2028h')).toBe(
    'a<U+000A>b<U+0000>c<U+202E>d<U+2066>e<U+200B>f<U+FEFF>g<U+2028>h'
  )
  expect(plainText('Müller & Söhne 株式会社 👩')).toBe('Müller & Söhne 株式会社 👩')
  expect([...plainText('😀'.repeat(1000))]).toHaveLength(301)
})
