import { describe, expect, it } from 'vitest'
import { withoutGuards, writeCsv } from '../../../src/common/csv'
import { parseCsv, parseTabs, writeTabs } from '../../../src/common/formats/sheet'
import { fc } from '../../support/properties'

/** Cells made of the signs that matter to spreadsheets, and words. */
const cell = fc
  .array(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ';',
      ',',
      '"',
      "'",
      ' ',
      '5',
      '.',
      'e',
      '%',
      'a',
      '＝',
      '|'
    ),
    { maxLength: 8 }
  )
  .map((signs) => signs.join(''))
const table = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([width, height]) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height })
  )

/** The cells of a CSV file, read as a spreadsheet does. */
function parseRaw(text: string): string[] {
  const cells: string[] = []
  for (let at = 0; at < text.length;) {
    if (text[at] === '"') {
      let end = at + 1
      while (end < text.length && !(text[end] === '"' && text[end + 1] !== '"'))
        end += text[end] === '"' ? 2 : 1
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      const end = text.slice(at).search(/,|\r\n/)
      cells.push(end < 0 ? text.slice(at) : text.slice(at, at + end))
      at = end < 0 ? text.length : at + end
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return cells
}

const number = /^[+-](\d+([.,]\d+)*|[.,]\d+)(e[+-]?\d+)?\s?%?$/i
const isFormula = (text: string) => /^[=+\-@\t\r＝＋－＠]/.test(text) && !number.test(text)

describe('cells that a spreadsheet would run', () => {
  it('SH10 come out of a CSV file as text, also in programs that divide lines at semicolons', () => {
    for (const [given, written] of [
      ['=1+1', "'=1+1"],
      ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
      ['+49 30 1234', "'+49 30 1234"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['a;=1', "a;'=1"],
      ["'=1", "''=1"],
      ['-5', '-5'],
      ['+1.5e3', '+1.5e3'],
      ['-12,5 %', '"-12,5 %"'],
      ['-5+A1', "'-5+A1"],
      ['a-b', 'a-b'],
      ["'tis", "'tis"]
    ])
      expect(writeCsv([[given ?? '']]).trimEnd(), given).toBe(written)
  })

  it('SH10 whatever is in the cells, none of them is a formula in the file or on the clipboard', () => {
    fc.assert(
      fc.property(table, (cells) => {
        expect(parseRaw(writeCsv(cells)).filter(isFormula)).toEqual([])
        const semicolons = writeCsv(cells)
          .split(/\r\n|\r|\n/)
          .flatMap((line) => line.split(/[;\t]/).slice(1))
          .map((part) => part.replace(/^"+/, ''))
          // the rest of the line belongs to the last part only where nothing else ends it
          .map((part) => part.replace(/[",].*$/s, ''))
        expect(semicolons.filter((part) => isFormula(part) && part !== '')).toEqual([])
        expect(
          writeTabs(cells)
            .split(/\r\n|[\t\r\n]/)
            .map((part) => part.replace(/^"+/, ''))
            .filter((part) => isFormula(part.replace(/".*$/s, '')))
        ).toEqual([])
      })
    )
  })

  it('SH10 a table comes back exactly as it was, from a file and from the clipboard', () => {
    fc.assert(
      fc.property(table, (cells) => {
        const plain = cells.map((row) => row.map((text) => text.replaceAll('\r', '')))
        expect(parseCsv(writeCsv(plain), ',')).toEqual(plain)
        expect(parseTabs(writeTabs(plain))).toEqual(plain)
      })
    )
  })

  it('SH10 what another program wrote is taken as it is', () => {
    for (const table of [[['=1', "'=2"]], [["'=1", '-x']], [["'tis", "'quoted'"]]])
      expect(withoutGuards(table)).toEqual(table)
    expect(withoutGuards([["'=1", '-5']])).toEqual([['=1', '-5']])
  })
})
