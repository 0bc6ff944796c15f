// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { directionOf } from '../../../../src/renderer/src/engines/form/fields/shown-text'
import { readNumber, stepped } from '../../../../src/renderer/src/engines/form/fields/numbers'

describe('what is typed into a number field', () => {
  it.each([
    ['12', 12],
    [' -0.50 ', -0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['+7', 7],
    ['1e3', 1000],
    ['1E-2', 0.01],
    ['1,5', 1.5],
    ['0,25', 0.25],
    ['1,5000', 1.5],
    ['\u22123', -3],
    ['\uff11\uff12', 12],
    ['9007199254740991', 9007199254740991]
  ])('F2 %j is the number %d', (text, number) => {
    expect(readNumber(text)).toBe(number)
  })

  it.each([
    '',
    '-',
    '1e',
    'e3',
    '1,500',
    '1.500,5',
    '1,2,3',
    '1 000',
    '0x10',
    'Infinity',
    '1e999',
    'NaN',
    '12345678901234567890'
  ])('F2 %j is none, and stays as it was typed', (text) => {
    expect(readNumber(text)).toBeNull()
  })

  it('F2 a step starts at the nearest number to zero, stays within the bounds, and does not blur decimals', () => {
    const bounds = { minimum: 2, maximum: 9, kind: 'integer' } as const
    const free = { minimum: null, maximum: null, kind: 'number' } as const
    expect(stepped(undefined, 1, bounds)).toBe(2)
    expect(stepped(8, 10, bounds)).toBe(9)
    expect(stepped(undefined, -1, free)).toBe(0)
    expect(stepped(0.1, 1, free)).toBe(1.1)
    expect(stepped(2.3, -1, free)).toBe(1.3)
    expect(stepped('many', 1, free)).toBeNull()
  })
})

describe('the direction of what is typed', () => {
  it.each([
    ['שלום world', 'rtl'],
    ['12 – مرحبا', 'rtl'],
    ['hello שלום', undefined],
    ['123', undefined],
    ['', undefined],
    ['日本語', undefined]
  ])('F2 %j is written %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction)
  })
})
