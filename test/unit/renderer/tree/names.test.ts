import { describe, expect, it } from 'vitest'
import {
  besideName,
  copyName,
  fullName,
  nameProblem,
  withOwnExtension
} from '../../../../src/renderer/src/engines/tree/names'

describe('names typed in the tree', () => {
  it('S1 a file that is renamed keeps its extension when none is typed', () => {
    expect(withOwnExtension('tides', 'tide-times.html', 'file')).toBe('tides.html')
    expect(withOwnExtension('tides.json', 'tide-times.html', 'file')).toBe('tides.json')
    expect(withOwnExtension('new', 'old', 'folder')).toBe('new')
    expect(withOwnExtension('', 'a.html', 'file')).toBe('')
  })

  it('S1 adds the extension that the kind asks for, once', () => {
    expect(fullName(' offers ', 'page')).toBe('offers.html')
    expect(fullName('offers.HTML', 'page')).toBe('offers.HTML')
    expect(fullName('v1.2', 'json')).toBe('v1.2.json')
    expect(fullName('media', 'folder')).toBe('media')
  })

  it.each([
    ['', 'page', 'Type a name'],
    ['a/b', 'page', 'slash'],
    ['..', 'folder', '..'],
    ['a\\b', 'folder', 'backslash'],
    ['a\u0007', 'page', 'control'],
    ['x'.repeat(260), 'folder', '255'],
    ['.secret', 'folder', 'dot'],
    ['readme', 'file', 'extension']
  ] as const)('N5 refuses %j for a %s and says why', (typed, kind, why) => {
    expect(nameProblem(typed, kind, [])).toContain(why)
  })

  it('N5 refuses a name that is taken, also when it differs only by case or normal form', () => {
    expect(nameProblem('offers', 'page', ['offers.html'])).toContain('already here')
    expect(nameProblem('OFFERS', 'page', ['offers.html'])).toContain('differs only by case')
    expect(nameProblem('cafe\u0301', 'folder', ['café'])).toContain('already here')
    expect(nameProblem('offers', 'page', ['winter.html'])).toBeNull()
  })

  it('S4 finds free names for copies and for files that stay beside each other', () => {
    expect(copyName('a.html', ['b.html'])).toBe('a.html')
    expect(copyName('a.html', ['A.html', 'a-copy.html'])).toBe('a-copy-2.html')
    expect(besideName('photo.jpg', ['photo.jpg', 'photo-2.jpg'])).toBe('photo-3.jpg')
  })
})
