import type { Area, Sheet } from '../../../../common/formats/sheet'
import { useSignal } from '../../state/signal'
import type { GridState } from './grid-state'
import classes from './Grid.module.css'
import { HEAD, ROW, type Layout } from './layout'

interface SelectionLayerProps {
  readonly state: GridState
  readonly sheet: Sheet
  readonly layout: Layout
  readonly readOnly: boolean
  /** What would be filled if the handle was let go now. */
  readonly filling: Area | null
}

/** The selected cells, the one that takes the keys, and the handle that fills. */
export function SelectionLayer({ state, sheet, layout, readOnly, filling }: SelectionLayerProps) {
  useSignal(state.moved)
  const { anchor, kind } = state.selection
  const rows = state.shown(sheet).length
  if (sheet.columns.length === 0 || rows === 0) return null
  if (anchor.row < 0 && kind === 'cells') return null
  const area = state.area(sheet)
  const { left, top, width, height } = boxOf(area, layout)
  const active = boxOf(
    {
      top: Math.max(0, anchor.row),
      bottom: Math.max(0, anchor.row),
      left: anchor.column,
      right: anchor.column
    },
    layout
  )
  return (
    <div className={classes.layer} aria-hidden="true">
      <div className={classes.area} style={{ left, top, width, height }} />
      <div className={classes.active} style={active} />
      {filling && <div className={classes.filling} style={boxOf(filling, layout)} />}
      {!readOnly && (
        <div className={classes.handle} data-fill style={{ left: left + width - 4, top: top + height - 4 }} />
      )}
    </div>
  )
}

export function boxOf(area: Area, { edges }: Layout) {
  const left = edges[area.left] ?? 0
  return {
    left,
    top: HEAD + area.top * ROW,
    width: (edges[area.right + 1] ?? left) - left,
    height: (area.bottom - area.top + 1) * ROW
  }
}
