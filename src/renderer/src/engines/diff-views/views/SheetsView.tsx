import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BookComparison } from '../../../../../common/compare'
import { useRowKeys } from '../../../components/row-keys'
import { nameOfKind, signOf } from '../changes/items'
import { sheetItems } from '../changes/sheet-items'
import type { SheetItem, ShownSheet } from '../changes/shown-sheets'
import { ChangeBar, type ChangeActions } from './ChangeBar'
import { SheetRow } from './SheetRow'
import { columnWidths } from './column-widths'
import { Sign } from './Sign'
import { useChanges, type ChangesStatus } from './useChanges'
import classes from './Views.module.css'

interface SheetsViewProps {
  readonly comparison: BookComparison
  readonly actions: ChangeActions
  readonly onStatus: (status: ChangesStatus | null) => void
}

/** Changed rows and cells of each sheet, with the rest of their rows; unchanged rows are counted. */
export function SheetsView({ comparison, actions, onStatus }: SheetsViewProps) {
  const { sheets, items } = useMemo(() => sheetItems(comparison), [comparison])
  const changes = useChanges(items, onStatus)
  const { current } = changes
  const shown = current?.sheet ?? 0
  const sheet = sheets[shown]
  return (
    <div className={classes.view}>
      <div className={classes.sheets}>
        {sheets.length > 1 && (
          <div className={classes.tabs} role="tablist" aria-label="Changed sheets">
            {sheets.map((one, index) => (
              <button
                key={`${index} ${one.name}`}
                type="button"
                role="tab"
                aria-selected={index === shown}
                onClick={() => {
                  const first = items.find((item) => item.sheet === index)
                  if (first) changes.choose(first)
                }}
              >
                {one.kind !== 'changed' && <Sign kind={one.kind} />} {one.name || 'Sheet'}
              </button>
            ))}
          </div>
        )}
        {sheet && (
          <SheetTable
            key={shown}
            sheet={sheet}
            current={current}
            onChoose={(row, column) => {
              const inRow = items.filter((item) => item.sheet === shown && item.at?.row === row)
              const item = inRow.find((one) => one.at?.column === column) ?? inRow[0]
              if (item) changes.choose(item)
            }}
          />
        )}
      </div>
      <ChangeBar changes={changes} actions={actions} />
    </div>
  )
}

const keyOf = ({ key }: ShownSheet['rows'][number]) => key

interface SheetTableProps {
  readonly sheet: ShownSheet
  readonly current: SheetItem | null
  readonly onChoose: (row: string, column: string | null) => void
}

function SheetTable({ sheet, current, onChoose }: SheetTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [opened] = useState(() => Date.now())
  const { rows, columns } = sheet
  const widths = useMemo(() => columnWidths(sheet), [sheet])
  const template = `92px ${widths.map((width) => `${width}px`).join(' ')}`
  const getItemKey = useRowKeys(rows, keyOf)
  // eslint-disable-next-line react-hooks/incompatible-library -- what it returns is used here only, never memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: (index) => (rows[index]?.kind === 'gap' ? 26 : 34),
    overscan: 10,
    // the row of names stays above the others
    scrollPaddingStart: 34
  })
  const scrollTo = useRef(virtual.scrollToIndex)
  useEffect(() => {
    scrollTo.current = virtual.scrollToIndex
  })
  const row = current?.at?.row ?? null
  const column = current?.at?.column ?? null
  useEffect(() => {
    const index = rows.findIndex(({ key }) => key === row)
    if (index < 0) return
    scrollTo.current(index, { align: 'auto' })
    const timer = setTimeout(
      () =>
        scroller.current
          ?.querySelector('[data-current]')
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      50
    )
    return () => clearTimeout(timer)
  }, [rows, row, column, opened])
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      <div
        role="table"
        aria-label={`Changes of ${sheet.name || 'the sheet'}`}
        aria-rowcount={rows.length + 1}
        className={classes.table}
      >
        <div
          role="row"
          aria-rowindex={1}
          className={classes.headRow}
          style={{ gridTemplateColumns: template }}
        >
          <span role="columnheader" className={classes.corner}>
            Row
          </span>
          {columns.map(({ name, kind, note }) => (
            <span
              key={name}
              role="columnheader"
              data-kind={kind ?? undefined}
              className={classes.column}
              title={name}
            >
              {kind && (
                <b aria-label={nameOfKind[kind]} className={classes.columnSign}>
                  {signOf[kind]}
                </b>
              )}
              {name || 'No name'}
              {note && <span className={classes.note}> {note}</span>}
            </span>
          ))}
        </div>
        <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const shown = rows[index]
            if (!shown) return null
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                ref={virtual.measureElement}
                data-index={index}
                data-kind={shown.kind}
                className={classes.sheetRow}
                style={{ transform: `translateY(${start}px)`, gridTemplateColumns: template }}
              >
                <SheetRow
                  row={shown}
                  columns={columns}
                  chosen={shown.key === row ? { column } : null}
                  onChoose={(at) => onChoose(shown.key, at)}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
