import { fc } from '../../support/properties'
import { expect, test } from 'vitest'
import { crc32, ownCrc32 } from '../../../src/main/store/layout/checksum'

test('W8 the checksum is CRC-32, the same on every runtime', () => {
  expect(ownCrc32(new TextEncoder().encode('123456789'), 0, 9).toString(16)).toBe('cbf43926')
  fc.assert(fc.property(fc.uint8Array(), (data) => ownCrc32(data, 0, data.length) === crc32(data)))
})
