import { entriesOf, sheetValues, type BookValues, type SheetValues } from '../values'
import { sameValue } from '../../core/same'
import { isJsonObject, objectOf, type JsonObject } from '../../../schema'
import type { Choice } from '../../core/conflict'
import { mergeKeyed, type Keyed } from '../../core/keyed'
import { mergeObject, mergeValue, taken } from '../../json/merge/merge'
import type { JsonMerging, Maybe, Three } from '../../json/merge/merging'
import { below, placeOf, ROOT_AT, type At } from '../../json/merge/places'
import { keyRows, rowText } from './row-keys'

interface ThreeBooks {
  readonly base: BookValues
  readonly local: BookValues
  readonly remote: BookValues
}

/**
 * Merges three documents of sheets: sheets by name, rows by a key column or by what is in them, then cell by
 * cell (MG4).
 */
export function mergeBooks({ base, local, remote }: ThreeBooks, merging: JsonMerging): BookValues {
  const format = mergeValue(
    { base: base.format, local: local.format, remote: remote.format },
    below(ROOT_AT, '#format', 'Format'),
    merging
  )
  const members = mergeObject(base.members, local.members, remote.members, ROOT_AT, merging)
  const sheets = mergeKeyed<SheetValues>({
    base: byName(base),
    local: byName(local),
    remote: byName(remote),
    item: (name, b, l, r) => mergeSheet(name, b, l, r, merging),
    rank: ({ name }) => name,
    clash: () =>
      orderClash(
        ROOT_AT,
        [base, local, remote].map(({ sheets: all }) => all.map(({ name }) => name)),
        merging
      )
  })
  return { format: format === 'multi-sheet' ? 'multi-sheet' : 'sheet', members, sheets: [...sheets.values()] }
}

const byName = ({ sheets }: BookValues): Keyed<SheetValues> =>
  new Map(sheets.map((sheet) => [sheet.name, sheet]))

function mergeSheet(
  name: string,
  base: SheetValues | undefined,
  local: SheetValues | undefined,
  remote: SheetValues | undefined,
  merging: JsonMerging
): SheetValues | undefined {
  const at = below(ROOT_AT, name, name === '' ? 'SheetValues' : name)
  if (!base || !local || !remote) {
    const three = { base: valueOf(base), local: valueOf(local), remote: valueOf(remote) }
    const value = mergeWhole(three, at, merging)
    if (value === undefined) return undefined
    return value === three.local ? local : value === three.remote ? remote : base
  }
  const rows = mergeRows(base, local, remote, at, merging)
  // `limit`, too, is how many rows there are where somebody has written all of them
  const counts = ['total', 'limit'].filter((key) =>
    [base, local, remote].every((sheet) => sheet.members[key] === sheet.rows.length)
  )
  const counted = Object.fromEntries(counts.map((key) => [key, rows.length]))
  const own = [base, local, remote].map(({ members }) => ({ ...members, ...counted }))
  const members = mergeMembers(own, at, merging)
  return sheetValues(name, rows, members)
}

/** Of a sheet that somebody made or deleted: all of it or nothing. */
function mergeWhole(three: Three, at: At, merging: JsonMerging): Maybe {
  const { base, local, remote } = three
  if (sameValue(local, remote)) return local
  if (sameValue(base, local)) return remote
  if (sameValue(base, remote)) return local
  return taken(three, at, merging, 'sheet')
}

const valueOf = (sheet: SheetValues | undefined): JsonObject | undefined =>
  sheet && objectOf(entriesOf(sheet))

function mergeMembers(sides: readonly JsonObject[], at: At, merging: JsonMerging): JsonObject {
  const [base = {}, local = {}, remote = {}] = sides
  return mergeObject(base, local, remote, below(at, '#members', 'Settings of the sheet'), merging)
}

function mergeRows(
  base: SheetValues,
  local: SheetValues,
  remote: SheetValues,
  at: At,
  merging: JsonMerging
): JsonObject[] {
  const keyed = keyRows({ base, local, remote }, merging.stop)
  const merged = mergeKeyed<JsonObject>({
    ...keyed,
    item: (key, b, l, r) => {
      const row = below(at, key, keyed.column === null ? rowName(key) : key)
      if (b && l && r) return mergeObject(b, l, r, row, merging, 'cell')
      const value = mergeValue({ base: b, local: l, remote: r }, row, merging, 'row')
      return isJsonObject(value) ? value : undefined
    },
    rank: rowText,
    clash: () =>
      orderClash(at, [[...keyed.base.keys()], [...keyed.local.keys()], [...keyed.remote.keys()]], merging)
  })
  return [...merged.values()]
}

function rowName(key: string): string {
  const [side, index] = key.split(' ')
  return side === 'row' ? `Row ${Number(index) + 1}` : 'New row'
}

function orderClash(
  at: At,
  orders: readonly (readonly string[])[],
  { decisions }: JsonMerging
): 'local' | 'remote' {
  const [base, local, remote] = orders
  const choices: Choice[] = ['local', 'remote']
  const choice = decisions.decide({
    id: `${at.pointer}#order`,
    kind: 'order',
    place: placeOf(at),
    base,
    local,
    remote,
    choices
  })
  return choice === 'remote' ? 'remote' : 'local'
}
