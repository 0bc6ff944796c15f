import {
  cellText,
  columnLetters,
  isJsonNumber,
  kindOfCell,
  type Sheet
} from '../../../../common/formats/sheet'
import { useSignal } from '../../state/signal'
import type { GridState } from './grid-state'
import { numberText, sumText } from '../../components/formats'
import classes from './SheetEditor.module.css'

/** Most cells that are added up while a person selects. */
const MOST = 20_000

/** Where the person is, what kind of value is there, and what the selected cells add up to. */
export function StatusLine({ state, sheet }: { readonly state: GridState; readonly sheet: Sheet }) {
  useSignal(state.moved)
  useSignal(state.viewed)
  const rows = state.shown(sheet)
  const { anchor } = state.selection
  const area = state.area(sheet)
  const column = sheet.columns[anchor.column]
  const index = rows[anchor.row]
  const value = column && index !== undefined ? sheet.rows[index]?.cells[column.slot] : undefined
  const kind = column && index !== undefined ? kindOfCell(value) : null
  const height = area.bottom - area.top + 1
  const width = area.right - area.left + 1
  const many = height * width > 1 && rows.length > 0
  const all = sheet.rows.length
  return (
    <div className={classes.status}>
      {many && <span>{added(sheet, rows.slice(area.top, area.bottom + 1), area.left, area.right)}</span>}
      {many ? (
        <span>
          {numberText(height)} × {width} selected
        </span>
      ) : (
        column &&
        index !== undefined && (
          <span>
            {columnLetters(anchor.column)}
            {index + 1}
            {kind !== null && kind !== 'text' && ` · ${kind === 'nothing' ? 'not in this row' : kind}`}
          </span>
        )
      )}
      <span>
        {rows.length === all
          ? `${numberText(all)} ${all === 1 ? 'row' : 'rows'}`
          : `${numberText(rows.length)} of ${numberText(all)} rows`}
      </span>
    </div>
  )
}

function added(sheet: Sheet, rows: readonly number[], left: number, right: number): string {
  if (rows.length * (right - left + 1) > MOST) return ''
  let sum = 0
  let count = 0
  for (const index of rows) {
    for (let column = left; column <= right; column++) {
      const text = cellText(sheet.rows[index]?.cells[sheet.columns[column]?.slot ?? -1]).trim()
      if (!isJsonNumber(text)) continue
      sum += Number(text)
      count++
    }
  }
  return count < 2 ? '' : `Sum ${sumText(sum)}`
}
