import { describe, expect, it } from 'vitest'
import {
  contentTypeOf,
  formatOf,
  hasVersions,
  kindOf,
  languageOf,
  mediaTypeOf
} from '../../../src/common/formats/files'

describe('what a file is by its name', () => {
  it.each(['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wav', 'flac'])(
    'S1 .%s is a recording that is played',
    (ext) => {
      expect(kindOf(ext)).toBe('audio')
      expect(mediaTypeOf(ext)).toMatch(/^audio\//)
      expect(kindOf(ext.toUpperCase())).toBe('audio')
    }
  )

  it('V1 only HTML and JSON files have versions', () => {
    expect(['html', 'HTML', 'json'].every(hasVersions)).toBe(true)
    expect(['png', 'wav', 'txt', 'link', '', 'constructor'].some(hasVersions)).toBe(false)
  })

  it('S1 text carries its charset, and what is unknown is bytes', () => {
    expect(contentTypeOf('html')).toBe('text/html; charset=utf-8')
    expect(contentTypeOf('json')).toBe('application/json')
    expect(contentTypeOf('toString')).toBe('application/octet-stream')
  })

  it('MG8 a name says one thing however it is written, and every file is of one format', () => {
    expect(['html', 'HTML', 'htm', 'json', 'link', 'LINK', 'md', 'svg', 'zip', ''].map(formatOf)).toEqual([
      'page',
      'page',
      'media',
      'json',
      'json',
      'json',
      'text',
      'media',
      'media',
      'media'
    ])
    expect(['html', 'link', 'yml', 'txt', 'png'].map(languageOf)).toEqual([
      'html',
      'json',
      'yaml',
      'plaintext',
      'plaintext'
    ])
  })
})
