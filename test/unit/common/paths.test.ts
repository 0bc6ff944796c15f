import { fc } from '../../support/properties'
import { describe, expect, it } from 'vitest'
import { toHeaderText, fromHeaderText } from '../../../src/common/api/header-text'
import {
  childOf,
  clashKey,
  contentPath,
  contentPathFromUrl,
  isWithin,
  isWithinAny,
  nameOf,
  parentOf,
  pathToUrl,
  ROOT,
  segmentsOf,
  splitName,
  topmost
} from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'

const allowed = (segment: string) =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  // eslint-disable-next-line no-control-regex -- what is refused
  !/[/\\\u0000-\u001f\u007f-\u009f]/.test(segment) &&
  new TextEncoder().encode(segment.normalize('NFC')).length <= 255

const segment = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(allowed)
const segments = fc.array(segment, { minLength: 1, maxLength: 6 })
const forbidden = fc.constantFrom(
  '..',
  '.',
  '',
  'a\\b',
  'a\u0000b',
  '\u001f',
  '\u0085',
  '\ud800',
  'x'.repeat(256),
  'ä'.repeat(128)
)

describe('content paths', () => {
  it('N5 every allowed path survives its way through a URL, composed', () => {
    fc.assert(
      fc.property(segments, (parts) => {
        const path = contentPath(parts.join('/'))
        expect(contentPathFromUrl(pathToUrl(path))).toBe(path)
        expect(
          contentPathFromUrl(new URL(`http://h/source${pathToUrl(path)}`).pathname.slice('/source'.length))
        ).toBe(path)
        expect(path).toBe(path.normalize('NFC'))
        expect(contentPath(path)).toBe(path)
        expect(segmentsOf(path)).toEqual(parts.map((part) => part.normalize('NFC')))
      })
    )
  })

  it('N5 one forbidden part anywhere refuses the whole path', () => {
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 3 }),
        forbidden,
        fc.array(segment, { maxLength: 3 }),
        (before, bad, after) => {
          fc.pre(before.length + after.length > 0 || bad !== '')
          expect(() => contentPath(['', ...before, bad, ...after].join('/'))).toThrow(GalleyError)
        }
      )
    )
  })

  it('N5 nothing that is decoded can climb out, however it was written', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '%00',
      'a',
      '%',
      '%25',
      '%252e',
      '\\'
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          const path = contentPathFromUrl(pieces.join(''))
          expect(path).toMatch(/^\//)
          for (const part of segmentsOf(path)) expect(allowed(part)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(GalleyError)
          expect(error).toMatchObject({ reason: 'bad-path' })
        }
      })
    )
  })

  it('N5 parents, children and names fit together', () => {
    fc.assert(
      fc.property(segments, segment, (parts, name) => {
        const folder = contentPath(parts.join('/'))
        const child = childOf(folder, name)
        expect(parentOf(child)).toBe(folder)
        expect(nameOf(child)).toBe(name.normalize('NFC'))
        expect(isWithin(child, folder)).toBe(true)
        expect(isWithin(folder, child)).toBe(false)
        const { name: stem, ext } = splitName(nameOf(child))
        expect(ext === '' ? stem : `${stem}.${ext}`).toBe(nameOf(child))
      })
    )
    expect(parentOf(ROOT)).toBe(ROOT)
    expect(isWithin(contentPath('/ab'), contentPath('/a'))).toBe(false)
  })

  it('N5 names clash exactly when they differ by case or normal form', () => {
    expect(clashKey('CAFÉ'.normalize('NFD'))).toBe(clashKey('café'))
    expect(clashKey('a')).not.toBe(clashKey('b'))
    fc.assert(
      fc.property(segment, (name) => {
        expect(clashKey(name.normalize('NFD'))).toBe(clashKey(name.normalize('NFC')))
      })
    )
  })

  it('S2 a leading dot starts no extension', () => {
    expect(splitName('.galley')).toEqual({ name: '.galley', ext: '' })
    expect(splitName('a.tar.gz')).toEqual({ name: 'a.tar', ext: 'gz' })
    expect(splitName('a.')).toEqual({ name: 'a.', ext: '' })
  })
})

describe('many paths', () => {
  const few = fc
    .array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 4 })
    .map((names) => names.reduce((at, name) => childOf(at, name), ROOT))

  it('N5 one is within any of them, or the outermost of them, as one by one', () => {
    fc.assert(
      fc.property(few, fc.array(few, { maxLength: 6 }), (path, folders) => {
        const all = new Set(folders)
        expect(isWithinAny(path, all)).toBe(folders.some((folder) => isWithin(path, folder)))
        expect(topmost(folders)).toEqual(
          [...all].filter((one) => !folders.some((other) => other !== one && isWithin(one, other)))
        )
      })
    )
  })
})

describe('header text', () => {
  it('S1 any text survives a header, which carries only visible ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const value = toHeaderText(text)
        expect(value).toMatch(/^[\x20-\x7e]*$/)
        expect(fromHeaderText(value)).toBe(text)
      })
    )
    expect(fromHeaderText('100%')).toBe('100%')
  })
})
