import { describe, expect, it } from 'vitest'
import { contentPath, isContentPath } from '../../../src/common/content/paths'
import { isLink, linkFor, readLink, readLinkFile, readStartArguments } from '../../../src/common/links'
import { fc } from '../../support/properties'

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((one) => !one.startsWith('.') && !one.includes('/') && isContentPath(`/${one}`))
const place = fc
  .array(name, { minLength: 3, maxLength: 6 })
  .map((names) => `/${names.join('/')}`)
  .filter(isContentPath)
const server = fc.option(
  fc.constantFrom('https://galley.example.com', 'https://example.com:8443', 'https://xn--bcher-kva.example')
)

describe('links from outside', () => {
  it('LI1 every document has a link, and the link leads to just that document', () => {
    fc.assert(
      fc.property(place, server, (path, origin) => {
        const link = linkFor({ server: origin, path: contentPath(path) })
        if (link === null) return
        expect(readLink(link)).toEqual({ link: { server: origin, path: contentPath(path) } })
      })
    )
  })

  it('LI1 whatever a text is, it is a document of a site by the rules of paths, or refused with a sentence', () => {
    const odd = fc.constantFrom(
      '%2e',
      '%2E%2e',
      '..',
      '.',
      '%2F',
      '%5c',
      '\\',
      '%00',
      '%',
      '?',
      '#',
      '@',
      ':',
      'a',
      '/',
      '//',
      '.galley',
      '%E2%80%AE',
      'server=',
      'https://',
      '&'
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc
        .array(fc.oneof(odd, fc.string({ maxLength: 5 })), { maxLength: 12 })
        .map((all) => `galley-link://open/${all.join('')}`),
      fc
        .array(odd, { maxLength: 12 })
        .map((all) => `galley-link://open/o/s/${all.join('/')}?server=https://h`)
    )
    fc.assert(
      fc.property(text, (one) => {
        const read = readLink(one)
        if ('problem' in read) {
          expect(read.problem).toMatch(/\.$/)
          return
        }
        const { path, server: origin } = read.link
        expect(isContentPath(path)).toBe(true)
        expect(
          path
            .split('/')
            .slice(1)
            .every((segment) => !segment.startsWith('.'))
        ).toBe(true)
        if (origin !== null) expect(new URL(origin).origin).toBe(origin)
      })
    )
  })

  it.each([
    'galley://app/source/o/s/a.html',
    'galley-link:open/o/s/a.html',
    'galley-link://other/o/s/a.html',
    'galley-link://open@evil/o/s/a.html',
    'galley-link://open:80/o/s/a.html',
    'galley-link://open/o/s',
    'galley-link://open/o/s/../../x/y/z.html',
    'galley-link://open/o/s/%2e%2e/a.html',
    'galley-link://open/o/s/a%2Fb.html',
    'galley-link://open/o/s/a%5Cb.html',
    'galley-link://open/o/s/a%00.html',
    'galley-link://open/o/s/a%0Ab.html',
    'galley-link://open/o/s/%FF.html',
    'galley-link://open/o/s//a.html',
    'galley-link://open/o/s/.galley/forms/schemas/x.html',
    'galley-link://open/.config/s/a.html',
    'galley-link://open/o/s/a.html#x',
    'galley-link://open/o/s/a.html?server=http://example.com',
    'galley-link://open/o/s/a.html?server=https://example.com/',
    'galley-link://open/o/s/a.html?server=https://user:pw@example.com',
    'galley-link://open/o/s/a.html?server=https://a.example&server=https://b.example',
    'galley-link://open/o/s/a.html?token=secret',
    'galley-link://open/o/s/a.html?server=javascript:alert(1)',
    'galley-link://open/o/s/a b.html',
    'galley-link://open/o/s/ü.html',
    'galley-link://open/o/s/' + 'a'.repeat(3000),
    ' galley-link://open/o/s/a.html',
    'javascript:alert(1)',
    '/etc/passwd',
    ''
  ])('LI1 refuses %j', (text) => {
    expect(readLink(text)).toHaveProperty('problem')
  })

  it('LI2 a file names a document, and holds nothing else', () => {
    const good = { server: 'https://example.com', organization: 'o', site: 's', path: 'docs/a b.html' }
    expect(readLinkFile(JSON.stringify(good))).toEqual({
      link: { server: 'https://example.com', path: '/o/s/docs/a b.html' }
    })
    for (const wrong of [
      { ...good, token: 'secret' },
      { ...good, server: 'http://example.com' },
      { ...good, organization: 'o/../p' },
      { ...good, path: '../../x' },
      { ...good, path: '.galley/x.html' },
      { ...good, path: 7 },
      [],
      null
    ])
      expect(readLinkFile(JSON.stringify(wrong))).toHaveProperty('problem')
    expect(readLinkFile('{')).toHaveProperty('problem')
    expect(readLinkFile(`${JSON.stringify(good)}${' '.repeat(5000)}`)).toHaveProperty('problem')
  })

  it('LI3 what stands after “--” is never an option, and nothing unknown is one', () => {
    expect(readStartArguments(['--new-window', '--no-sandbox', '/w'])).toEqual({
      newWindow: true,
      opens: ['/w']
    })
    expect(readStartArguments(['--', '--new-window', '-x'])).toEqual({
      newWindow: false,
      opens: ['--new-window', '-x']
    })
    expect(readStartArguments(['--user-data-dir=/x', '', 'a\nb', 'x'.repeat(5000)]).opens).toEqual([])
    expect(readStartArguments(Array.from({ length: 50 }, (_, at) => `/w${at}`)).opens).toHaveLength(10)
    expect(isLink('GALLEY-LINK://open/x')).toBe(true)
    expect(isLink('/galley-link:')).toBe(false)
  })
})
