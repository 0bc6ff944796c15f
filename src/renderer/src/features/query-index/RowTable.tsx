import type { IndexWarning, TrialRow } from '../../../../common/query-index/answers'
import classes from './QueryIndex.module.css'

interface RowTableProps {
  readonly columns: readonly string[]
  readonly rows: readonly TrialRow[]
  readonly warnings: readonly IndexWarning[]
  readonly stale: boolean
}

/** The rows as readers get them. A value that could not be found out is marked, with the reason. */
export function RowTable({ columns, rows, warnings, stale }: RowTableProps) {
  const why = new Map(warnings.map((one) => [`${one.path} ${one.property}`, one.message]))
  return (
    <div
      className={classes.scroll}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
      tabIndex={0}
      role="region"
      aria-label="Rows"
      data-stale={stale || undefined}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={String(row['path'] ?? at)}>
              {columns.map((column) => {
                const text = textOf(row[column])
                const warning = why.get(`${String(row['path'])} ${column}`)
                return (
                  <td
                    key={column}
                    title={warning ?? text}
                    data-empty={text === '' || undefined}
                    data-warning={warning !== undefined || undefined}
                  >
                    {warning === undefined ? text === '' ? <span>empty</span> : text : <span>{warning}</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function textOf(value: TrialRow[string] | undefined): string {
  if (value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}
