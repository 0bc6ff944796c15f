import { memo } from 'react'
import { cellText, kindOfCell, type CellValue, type Row, type Sheet } from '../../../../common/formats/sheet'
import { useRead } from '../../state/signal'
import type { ColumnKind } from './column-editor'
import type { GridState } from './grid-state'
import classes from './Grid.module.css'
import { ROW, ROW_HEAD } from './layout'

/** A column that is on the screen. */
export interface ShownColumn {
  readonly slot: number
  readonly name: string
  readonly index: number
  readonly left: number
  readonly width: number
  readonly kind: ColumnKind | null
}

interface GridRowProps {
  readonly state: GridState
  readonly sheet: () => Sheet | undefined
  readonly row: Row
  /** Its place in the view. */
  readonly place: number
  /** Its place in the sheet. */
  readonly index: number
  readonly top: number
  readonly columns: readonly ShownColumn[]
  readonly names: Sheet['columns']
  readonly id: string
}

/**
 * One row: its number and the cells that are on the screen. Drawn again only when something of it changes.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { state, sheet, row, place, index, top, columns, names, id } = props
  const selected = useRead(state.moved, () => selectedIn(state, sheet(), place))
  const [from, to] = selected.split('-').map(Number)
  const inside = (column: number) => selected !== '' && column >= (from ?? 0) && column <= (to ?? 0)
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        id={`${id}-${row.id}`}
        className={classes.rowHead}
        data-selected={selected !== '' || undefined}
        style={{ width: ROW_HEAD, height: ROW }}
        title={
          row.odd === undefined
            ? undefined
            : 'This entry is no row of columns and values. It is kept as it is.'
        }
      >
        {index + 1}
        {row.odd !== undefined && <span className={classes.odd}>!</span>}
      </div>
      {columns.map((column) => (
        <Cell
          key={column.slot}
          id={`${id}-${row.id}-${column.slot}`}
          column={column}
          value={row.odd !== undefined && column.index === 0 ? { json: row.odd } : row.cells[column.slot]}
          selected={inside(column.index)}
          problem={problemOf(column, row, names)}
        />
      ))}
    </div>
  )
})

interface CellProps {
  readonly id: string
  readonly column: ShownColumn
  readonly value: CellValue
  readonly selected: boolean
  readonly problem: string | null
}

function Cell({ id, column, value, selected, problem }: CellProps) {
  const text = cellText(value)
  const Drawn = column.kind?.Cell
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={column.index + 2}
      aria-selected={selected}
      aria-invalid={problem === null ? undefined : true}
      className={classes.cell}
      data-kind={value === undefined ? 'nothing' : typeof value === 'string' ? undefined : kindOfCell(value)}
      data-problem={problem === null ? undefined : true}
      title={problem ?? undefined}
      style={{ left: column.left, width: column.width }}
    >
      {Drawn ? <Drawn text={text} /> : shortened(text)}
    </div>
  )
}

function problemOf({ kind, slot }: ShownColumn, row: Row, names: Sheet['columns']): string | null {
  if (!kind?.check || row.odd !== undefined) return null
  const textIn = (name: string) => {
    const column = names.find((one) => one.name === name)
    return column ? cellText(row.cells[column.slot]) : ''
  }
  return kind.check(cellText(row.cells[slot]), textIn)
}

/** As much as can be seen, on one line. */
function shortened(text: string): string {
  const cut = text.length > 400 ? text.slice(0, 400) : text
  return cut.includes('\n') ? cut.replaceAll('\n', ' ↵ ') : cut
}

/** The selected columns of a row, `first-last`; empty when none is. */
function selectedIn(state: GridState, sheet: Sheet | undefined, place: number): string {
  if (!sheet || (state.selection.anchor.row < 0 && state.selection.kind === 'cells')) return ''
  const { top, bottom, left, right } = state.area(sheet)
  return place >= top && place <= bottom ? `${left}-${right}` : ''
}
