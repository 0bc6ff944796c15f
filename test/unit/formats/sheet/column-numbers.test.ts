import { describe, expect, it } from 'vitest'
import { numbersOfColumn } from '../../../../src/common/formats/sheet/column-numbers'
import { fc } from '../../../support/properties'

describe('numbers as people write them', () => {
  it('SH6 reads a column in the way of each country, as its own formatting writes it', () => {
    const locales = [
      'en',
      'en-IN',
      'de',
      'de-AT',
      'de-CH',
      'fr',
      'fr-CH',
      'es',
      'it',
      'nl',
      'pl',
      'pt',
      'sv',
      'uk'
    ]
    const cents = fc.integer({ min: -200_000_000, max: 200_000_000 })
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.array(cents, { minLength: 1, maxLength: 20 }),
        (locale, all) => {
          const form = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
          expect(numbersOfColumn(all.map((one) => form.format(one / 100)))).toEqual(
            all.map((one) => one / 100)
          )
        }
      )
    )
  })

  it('SH6 a comma before one or two digits is never one between thousands', () => {
    expect(numbersOfColumn(['1,5', '15', '2', '0,25', ',5'])).toEqual([1.5, 15, 2, 0.25, 0.5])
  })

  it('SH6 what can be read in two ways is read as the rest of its column', () => {
    expect(numbersOfColumn(['1,234', '2,500'])).toEqual([1234, 2500])
    expect(numbersOfColumn(['1,234', '2,5'])).toEqual([1.234, 2.5])
    expect(numbersOfColumn(['1.234', '2,5'])).toEqual([1234, 2.5])
    expect(numbersOfColumn(['1.234', '2.500'])).toEqual([1.234, 2.5])
    // a column that says both: each by itself, and what says nothing as programs write it
    expect(numbersOfColumn(['1,5', '1.5', '1,234'])).toEqual([1.5, 1.5, 1234])
  })

  it('SH6 dates, versions, ranges and words are none', () => {
    const texts = [
      '12.05.2024',
      '1.2.3',
      '2024-11-24',
      '1,2,3',
      '10:30',
      '5 %',
      'a1',
      '1..2',
      '-',
      '.',
      '1 2',
      ''
    ]
    expect(numbersOfColumn(texts)).toEqual(texts.map(() => NaN))
    expect(numbersOfColumn(['1e3', '-2.5E-1', '+7', '\u22124'])).toEqual([1000, -0.25, 7, -4])
  })
})
