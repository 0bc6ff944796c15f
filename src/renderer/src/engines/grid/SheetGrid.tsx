import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isWhole, type Sheet } from '../../../../common/formats/sheet'
import type { Company } from '../../documents/together/company'
import { useRead, useSignal } from '../../state/signal'
import { typeInto } from '../../workbench/typing-ahead'
import { CellEditor } from './CellEditor'
import type { ValueLinks } from '../addresses/AddressOffers'
import { plainColumns, type ColumnKinds } from './column-editor'
import { startEditing } from './editing'
import { addColumns, addRows, sheetIn, type Shown } from './grid-actions'
import { GridHead } from './GridHead'
import { GridMenu, type MenuPlace } from './GridMenu'
import { GridRow, type ShownColumn } from './GridRow'
import { HEAD, ROW, ROW_HEAD, type Layout } from './layout'
import { OthersLayer } from './OthersLayer'
import { press, spotAt, type DragShown } from './pointer'
import { boxOf, SelectionLayer } from './SelectionLayer'
import classes from './Grid.module.css'

/** Room behind the last column, in pixels. */
const AFTER = 44

interface SheetGridProps {
  readonly shown: Shown
  readonly sheet: Sheet
  readonly label: string
  readonly kinds?: ColumnKinds
  readonly onFilter: (slot: number) => void
  /** Asks for the focus once, when the grid is there. */
  readonly takesFocus?: () => string | null
  /** Asks who changed the chosen cell or row last. */
  readonly onWhoChanged?: () => void
  readonly links?: ValueLinks
  /** Who else is in it. */
  readonly company?: Company
}

/** One sheet as a grid: only the rows and columns on the screen are drawn. */
export function SheetGrid({
  shown,
  sheet,
  label,
  kinds = plainColumns,
  onFilter,
  takesFocus,
  onWhoChanged,
  links,
  company
}: SheetGridProps) {
  const { state, store } = shown
  useSignal(state.viewed)
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<DragShown | null>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const rows = state.shown(sheet)
  const sizing = drag?.sizing
  const stored = state.layoutOf(sheet)
  const layout = useMemo(() => (sizing ? resized(stored, sheet, sizing) : stored), [stored, sheet, sizing])

  const active = useRead(state.moved, () => `${state.selection.anchor.row} ${state.selection.anchor.column}`)
  const [activeRow = 0, activeColumn = 0] = active.split(' ').map(Number)
  const keepRow = useCallback((range: Range) => keeping(range, activeRow), [activeRow])
  const keepColumn = useCallback((range: Range) => keeping(range, activeColumn), [activeColumn])
  // eslint-disable-next-line react-hooks/incompatible-library -- its values are used in this component only
  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
    paddingStart: HEAD,
    paddingEnd: ROW + 12,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: ROW,
    initialOffset: state.scroll.top,
    rangeExtractor: keepRow
  })
  const horizontal = useVirtualizer({
    horizontal: true,
    count: sheet.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => layout.widths[index] ?? 0,
    overscan: 2,
    paddingStart: ROW_HEAD,
    paddingEnd: AFTER,
    scrollPaddingStart: ROW_HEAD,
    scrollPaddingEnd: 24,
    initialOffset: state.scroll.left,
    rangeExtractor: keepColumn
  })
  useLayoutEffect(() => horizontal.measure(), [horizontal, layout])
  useLayoutEffect(() => {
    const { current } = scroller
    if (current) current.scrollTo(state.scroll)
  }, [state])

  // The end of the selection that moves is always in sight.
  useEffect(() => {
    const reveal = () => {
      if (!state.seen) return
      const { head, kind } = state.selection
      if (head.row >= 0 && kind !== 'columns') vertical.scrollToIndex(head.row)
      if (kind !== 'rows') horizontal.scrollToIndex(head.column)
    }
    return state.moved.subscribe(reveal)
  }, [state, vertical, horizontal])
  useEffect(
    () =>
      state.sought.subscribe(({ row, column }) => {
        if (row >= 0) vertical.scrollToIndex(row)
        horizontal.scrollToIndex(column)
      }),
    [state, vertical, horizontal]
  )
  useEffect(() => {
    const first = takesFocus?.()
    if (first === null || first === undefined) return
    state.focus()
    const { activeElement } = document
    if (first !== '' && activeElement instanceof HTMLElement) void typeInto(activeElement, first)
  }, []) // eslint-disable-line react-hooks/exhaustive-deps -- once, when the grid is there

  const shownColumns = horizontal.getVirtualItems()
  const range = shownColumns.map(({ index }) => index).join(' ')
  const columns = useMemo(
    () =>
      range === ''
        ? []
        : range.split(' ').flatMap((text): ShownColumn[] => {
            const index = Number(text)
            const column = sheet.columns[index]
            if (!column) return []
            return [
              {
                slot: column.slot,
                name: column.name,
                index,
                left: layout.edges[index] ?? 0,
                width: layout.widths[index] ?? 0,
                kind: kinds(sheet.name, column.name)
              }
            ]
          }),
    [range, sheet.columns, sheet.name, layout, kinds]
  )
  const sheetNow = useCallback(() => sheetIn(shown), [shown])
  const width = (layout.edges.at(-1) ?? ROW_HEAD) + AFTER
  const height = HEAD + rows.length * ROW + ROW + 12

  const openMenuHere = () => {
    const { current } = scroller
    const { anchor } = state.selection
    if (!current) return
    const box = current.getBoundingClientRect()
    const x = box.left + (layout.edges[anchor.column] ?? 0) - current.scrollLeft + 12
    const y = box.top + HEAD + (anchor.row < 0 ? 0 : (anchor.row + 1) * ROW - current.scrollTop)
    setMenu({ x, y, slot: anchor.row < 0 ? (sheet.columns[anchor.column]?.slot ?? null) : null })
  }
  const scene = () =>
    scroller.current && {
      shown,
      scroller: scroller.current,
      layout,
      show: setDrag,
      ...(links ? { follow: links.follow } : {})
    }

  return (
    <>
      <div
        ref={scroller}
        className={classes.scroller}
        data-grid-scroller
        data-dragging={drag !== null || undefined}
        onScroll={(event) => {
          const { scrollLeft: left, scrollTop: top, clientHeight } = event.currentTarget
          state.scrolled(left, top, Math.max(1, Math.floor((clientHeight - HEAD) / ROW) - 1))
        }}
        onPointerDown={(event) => {
          const now = scene()
          if (now) press(now, event.nativeEvent)
        }}
        onDoubleClick={(event) => {
          const now = scene()
          const target = event.target instanceof Element ? event.target : null
          if (
            !now ||
            target?.closest('[data-grid-field], [data-resize], [data-menu-button], [data-own-pointer]')
          )
            return
          const spot = spotAt(now, event, true)
          if (spot.column < 0 || spot.column >= sheet.columns.length || spot.row >= rows.length) return
          state.goTo(spot)
          startEditing(shown)
        }}
        onContextMenu={(event) => {
          const now = scene()
          if (
            !now ||
            (event.target instanceof Element && event.target.closest('[data-grid-field]') && state.editing)
          )
            return
          event.preventDefault()
          const spot = spotAt(now, event, true)
          const slot = spot.row < 0 ? (sheet.columns[spot.column]?.slot ?? null) : null
          setMenu({ x: event.clientX, y: event.clientY, slot })
        }}
      >
        <div className={classes.sheet} style={{ width, height }}>
          {!store.readOnly && sheet.columns.length > 0 && (
            <div className={classes.still}>
              <button
                type="button"
                className={classes.addColumn}
                data-own-pointer
                tabIndex={-1}
                title="Add column"
                aria-label="Add column"
                style={{ left: layout.edges.at(-1), height: HEAD }}
                onClick={() => addColumns(shown, 'end')}
              >
                <IconPlus size={15} stroke={1.5} aria-hidden="true" />
              </button>
            </div>
          )}
          <div
            role="grid"
            id={gridId}
            aria-label={label}
            aria-rowcount={rows.length + 1}
            aria-colcount={sheet.columns.length + 1}
            aria-multiselectable="true"
            aria-readonly={store.readOnly}
            className={classes.grid}
          >
            <GridHead
              shown={shown}
              sheet={sheet}
              columns={columns}
              id={gridId}
              openMenu={(slot, { x, y }) => setMenu({ x, y, slot })}
            />
            <div role="rowgroup">
              {vertical.getVirtualItems().map(({ index: place, start }) => {
                const index = rows[place]
                const row = index === undefined ? undefined : sheet.rows[index]
                if (index === undefined || !row) return null
                return (
                  <GridRow
                    key={row.id}
                    state={state}
                    sheet={sheetNow}
                    row={row}
                    place={place}
                    index={index}
                    top={start}
                    columns={columns}
                    names={sheet.columns}
                    id={gridId}
                  />
                )
              })}
            </div>
          </div>
          {company && <OthersLayer {...{ company, state, sheet, layout }} />}
          <SelectionLayer
            state={state}
            sheet={sheet}
            layout={layout}
            readOnly={store.readOnly}
            filling={drag?.filling ?? null}
          />
          <DropLine drag={drag} layout={layout} rows={rows.length} />
          <CellEditor
            shown={shown}
            sheet={sheet}
            layout={layout}
            kindOf={(slot) => columns.find((column) => column.slot === slot)?.kind ?? null}
            scroller={scroller}
            gridId={gridId}
            openMenu={openMenuHere}
            {...(links ? { links } : {})}
          />
          {!store.readOnly && sheet.columns.length > 0 && isWhole(state.view) && (
            <button
              type="button"
              className={classes.addRow}
              data-own-pointer
              tabIndex={-1}
              style={{ top: HEAD + rows.length * ROW, height: ROW }}
              onClick={() => {
                addRows(shown, 'end')
                state.focus()
              }}
            >
              <IconPlus size={14} stroke={1.5} aria-hidden="true" />
              Add row
            </button>
          )}
        </div>
      </div>
      <GridMenu
        shown={shown}
        sheet={sheet}
        at={menu}
        onClose={() => setMenu(null)}
        onFilter={onFilter}
        {...(onWhoChanged ? { onWhoChanged } : {})}
      />
    </>
  )
}

interface DropLineProps {
  readonly drag: DragShown | null
  readonly layout: Layout
  readonly rows: number
}

/** Where a dragged column, or dragged rows, would go. */
function DropLine({ drag, layout, rows }: DropLineProps) {
  if (drag?.columnTo !== undefined) {
    const left = (layout.edges[drag.columnTo] ?? 0) - 1
    return (
      <div
        className={classes.dropLine}
        aria-hidden="true"
        style={{ left, top: 0, width: 3, height: HEAD + rows * ROW }}
      />
    )
  }
  if (drag?.rowsTo === undefined) return null
  const { width } = boxOf({ top: 0, bottom: 0, left: 0, right: layout.widths.length - 1 }, layout)
  const top = HEAD + drag.rowsTo * ROW - 1
  return (
    <div
      className={classes.dropLine}
      aria-hidden="true"
      style={{ left: 0, top, width: width + ROW_HEAD, height: 3 }}
    />
  )
}

/** What is on the screen, and the cell that has the keyboard wherever it is. */
function keeping(range: Range, index: number): number[] {
  const wanted = defaultRangeExtractor(range)
  if (index < 0 || index >= range.count || wanted.includes(index)) return wanted
  return [...wanted, index].sort((a, b) => a - b)
}

function resized(layout: Layout, sheet: Sheet, { slot, width }: NonNullable<DragShown['sizing']>): Layout {
  const at = sheet.columns.findIndex((column) => column.slot === slot)
  const widths = layout.widths.map((old, index) => (index === at ? width : old))
  const edges = [ROW_HEAD]
  widths.forEach((one) => edges.push((edges.at(-1) ?? 0) + one))
  return { widths, edges }
}
