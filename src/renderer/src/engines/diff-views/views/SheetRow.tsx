import type { JsonValue } from '../../../../../common/schema'
import type { ShownColumn, ShownRow } from '../changes/shown-sheets'
import { textOfValue } from '../changes/value-text'
import { Sign } from './Sign'
import { ValueChange } from './ValueChange'
import classes from './Views.module.css'
import { numberText } from '../../../components/formats'

interface SheetRowProps {
  readonly row: ShownRow
  readonly columns: readonly ShownColumn[]
  readonly chosen: { readonly column: string | null } | null
  readonly onChoose: (column: string | null) => void
}

/** The cells of one row. What changed is a button that chooses the change. */
export function SheetRow({ row, columns, chosen, onChoose }: SheetRowProps) {
  if (row.kind === 'gap') {
    return (
      <span role="cell" className={classes.gap}>
        {numberText(row.count)} unchanged {row.count === 1 ? 'row' : 'rows'}
      </span>
    )
  }
  const wholeChosen = chosen !== null && chosen.column === null
  return (
    <>
      <span role="rowheader" className={classes.rowHead}>
        <button
          type="button"
          disabled={row.kind === 'same'}
          aria-current={wholeChosen || undefined}
          data-current={wholeChosen || undefined}
          onClick={() => onChoose(null)}
        >
          {row.kind !== 'same' && <Sign kind={row.kind} />} {row.number}
          {row.note && <span className={classes.note}> {row.note}</span>}
        </button>
      </span>
      {columns.map(({ name, kind }) => {
        const cell = row.cells.get(name)
        const value: JsonValue | undefined = Object.hasOwn(row.row, name) ? row.row[name] : undefined
        if (!cell) {
          const text = value === undefined || value === '' ? '' : textOfValue(value)
          return (
            <span key={name} role="cell" className={classes.cell} title={text} data-kind={kind ?? undefined}>
              {row.kind === 'added' ? <ins>{text}</ins> : row.kind === 'removed' ? <del>{text}</del> : text}
            </span>
          )
        }
        const isChosen = chosen !== null && chosen.column === name
        return (
          <span key={name} role="cell" className={classes.cell} data-changed="">
            <button
              type="button"
              aria-current={isChosen || undefined}
              data-current={isChosen || undefined}
              disabled={kind === 'added' || kind === 'removed'}
              onClick={() => onChoose(name)}
            >
              {kind === 'added' ? (
                <ins>{textOfValue(cell.after)}</ins>
              ) : kind === 'removed' ? (
                <del>{textOfValue(cell.before)}</del>
              ) : (
                <ValueChange before={cell.before} after={cell.after} />
              )}
            </button>
          </span>
        )
      })}
    </>
  )
}
