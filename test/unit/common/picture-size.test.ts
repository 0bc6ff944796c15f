import { describe, expect, it } from 'vitest'
import { pictureSize } from '../../../src/common/content/picture-size'
import { fc } from '../../support/properties'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (s) => s.charCodeAt(0)) : part))
  )

describe('the size of a picture', () => {
  it.each([
    [
      'PNG',
      bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x75, 0x30, 0, 1, 0, 0]),
      30_000,
      65_536
    ],
    ['GIF', bytes('GIF89a', [0xff, 0xff, 0x10, 0]), 65_535, 16],
    ['BMP', bytes('BM', new Array<number>(16).fill(0), [0, 1, 0, 0, 0xfe, 0xff, 0xff, 0xff]), 256, 2],
    [
      'extended WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', new Array<number>(8).fill(0), [0xff, 0x3f, 0, 1, 0, 0, 0]),
      16_384,
      2
    ],
    [
      'lossless WebP',
      bytes(
        'RIFF',
        [0, 0, 0, 0],
        'WEBPVP8L',
        [0, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f],
        new Array<number>(8).fill(0)
      ),
      16_384,
      16_384
    ],
    [
      'plain WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', new Array<number>(10).fill(0), [0x20, 0x03, 0x58, 0x02], [0]),
      800,
      600
    ],
    [
      'JPEG',
      bytes([
        0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9, 0xff, 0xff, 0xc2, 0, 17, 8, 0x27, 0x10, 0x4e,
        0x20, 3, 1, 1
      ]),
      20_000,
      10_000
    ]
  ])('E12 of a %s is told by its first bytes', (_kind, data, width, height) => {
    expect(pictureSize(data)).toEqual({ width, height })
    for (let end = 0; end < data.length; end++) pictureSize(data.subarray(0, end))
  })

  it('E12 bytes of any kind are answered, and none is waited for', () => {
    const starts = fc.constantFrom(
      [],
      [0xff, 0xd8, 0xff],
      [0x89, 0x50],
      [0x47, 0x49, 0x46, 0x38],
      [0x42, 0x4d]
    )
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const size = pictureSize(Uint8Array.from([...start, ...rest]))
        if (size) expect(Number.isInteger(size.width * size.height)).toBe(true)
      })
    )
    expect(
      pictureSize(bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xe1], new Array<number>(99).fill(0)))
    ).toBeNull()
  })
})
