import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import daff from 'daff'
import { create } from 'jsondiffpatch'
import { diffHtml, diffJson, diffBooks, readValues, type BookValues } from '../../../src/common/compare'
import type { JsonValue } from '../../../src/common/schema'
import { interleaved } from '../measure'
import type { Finding, Row } from '../row'
import { columnNames, editedJson, editedPage, editedRows, movedItems, sheetOf } from './diff-inputs'

/** Structural comparison, each beside a well-known program on the same input. */
export const diff: Row = {
  name: 'diff',
  title: 'structural diff',
  run: async (place) => [
    await json('JSON of 1 MB, 1 % edited', 15, ...editedJson(4700)),
    await json('6,000 items with moves', 5, ...movedItems(6000)),
    await sheet(true),
    await sheet(false),
    await page(place)
  ]
}

async function json(what: string, runs: number, before: JsonValue, after: JsonValue): Promise<Finding> {
  const patcher = create({
    objectHash: (item) => String(Reflect.get(item, 'id') ?? Reflect.get(item, 'name'))
  })
  const measured = await interleaved(
    runs,
    {
      galley: async () => diffJson(before, after),
      baseline: async () => patcher.diff(before, after)
    },
    3
  )
  return {
    what,
    galley: measured.galley,
    baseline: { what: 'jsondiffpatch', took: measured.baseline },
    budget: { kind: 'most', atMost: 40, unit: 'ms', of: 'median' }
  }
}

async function sheet(keyed: boolean): Promise<Finding> {
  const [before, after] = editedRows(10_000, 20, keyed)
  const [older, newer] = [jsonText(sheetOf(before)), jsonText(sheetOf(after))]
  const names = columnNames(20)
  const table = (rows: readonly (readonly string[])[]) =>
    new daff.TableView([names, ...rows].map((row) => [...row]))
  const [from, to] = [table(before), table(after)]
  const measured = await interleaved(
    keyed ? 9 : 5,
    {
      galley: async () => diffBooks(valuesOf(older), valuesOf(newer)),
      baseline: async () => {
        const flags = new daff.CompareFlags()
        if (keyed) flags.addPrimaryKey('col0')
        new daff.TableDiff(daff.compareTables(from, to, flags).align(), flags).hilite(new daff.TableView([]))
      }
    },
    3
  )
  return {
    what: `sheet of 10,000 × 20 with${keyed ? '' : 'out'} a key column`,
    galley: measured.galley,
    baseline: { what: 'daff', took: measured.baseline },
    budget: { kind: 'most', atMost: keyed ? 40 : 150, unit: 'ms', of: 'median' }
  }
}

const jsonText = (value: JsonValue) => ({ text: JSON.stringify(value), value })

function valuesOf(text: ReturnType<typeof jsonText>): BookValues {
  const book = readValues(text)
  if (!book) throw new Error('These are no sheets.')
  return book
}

async function page(place: string): Promise<Finding> {
  const [before, after] = editedPage(200 * 1024)
  const files = [join(place, 'before.html'), join(place, 'after.html')] as const
  await Promise.all([writeFile(files[0], before), writeFile(files[1], after)])
  const measured = await interleaved(
    15,
    { galley: async () => diffHtml(before, after), baseline: () => gitDiff(...files) },
    3
  )
  return {
    what: 'HTML page of 200 KB as its reader sees it',
    galley: measured.galley,
    baseline: { what: 'git diff --no-index --word-diff', took: measured.baseline },
    budget: { kind: 'most', atMost: 100, unit: 'ms', of: 'median' }
  }
}

/** git leaves with 1 when the files differ. */
function gitDiff(before: string, after: string): Promise<void> {
  return new Promise((done, failed) => {
    const args = ['diff', '--no-index', '--word-diff=porcelain', before, after]
    execFile('git', args, { maxBuffer: 64 * 1024 * 1024 }, (error) => {
      if (error && error.code !== 1) failed(error)
      else done()
    })
  })
}
