import { cellText, type Area, type Sheet } from '../../../../common/formats/sheet'
import { firstAddressIn } from '../../documents/links/value-faults'
import { isMac } from '../../workbench/bridge'
import { isEscape } from '../../components/keys'
import { endEditing } from './editing'
import { fillOver, sheetIn, shiftColumn, shiftRows, sizeColumn, type Shown } from './grid-actions'
import type { Spot } from './grid-state'
import { columnAt, fitting, HEAD, NARROWEST, rowAt, ROW_HEAD, WIDEST, type Layout } from './layout'

/** What a drag shows while it goes on. */
export interface DragShown {
  readonly filling?: Area
  readonly sizing?: { readonly slot: number; readonly width: number }
  /** Where a column, or rows, would go. */
  readonly columnTo?: number
  readonly rowsTo?: number
}

interface Scene {
  readonly shown: Shown
  readonly scroller: HTMLDivElement
  readonly layout: Layout
  readonly show: (drag: DragShown | null) => void
  /** Opens what an address leads to. */
  readonly follow?: (address: string) => void
}

/** Selects, fills, resizes, moves: whatever the pointer has been pressed on. */
export function press(scene: Scene, event: PointerEvent): void {
  const { shown, scroller } = scene
  const target = event.target instanceof Element ? event.target : null
  const sheet = sheetIn(shown)
  if (!target || !sheet || target.closest('[data-grid-field], [data-menu-button], [data-own-pointer]')) return
  // A click on a scroll bar is no click on a cell.
  const box = scroller.getBoundingClientRect()
  if (event.clientX - box.left > scroller.clientWidth || event.clientY - box.top > scroller.clientHeight)
    return
  event.preventDefault()
  const { state } = shown
  if (state.editing) endEditing(shown, true)
  const resize = target.closest('[data-resize]')?.getAttribute('data-resize')
  const spot = spotAt(scene, event, true)
  state.focus()
  if (event.button === 2) return rightButton(shown, sheet, spot)
  if (event.button !== 0) return
  if (resize) return dragSize(scene, Number(resize), event)
  if (target.closest('[data-fill]')) return dragFill(scene, sheet)
  if (target.closest('[data-corner]')) return selectAll(shown, sheet)
  if (spot.row < 0 && spot.column >= 0) return pressColumn(scene, sheet, spot.column, event)
  if (spot.column < 0) return pressRow(scene, sheet, spot.row, event)
  if (spot.row >= state.shown(sheet).length || spot.column >= sheet.columns.length) return
  const { anchor } = state.selection
  const address = isFollowing(event) ? addressAtSpot(shown, sheet, spot) : null
  if (address !== null && scene.follow) {
    state.goTo(spot)
    return scene.follow(address)
  }
  if (event.shiftKey)
    state.select({ anchor: { ...anchor, row: Math.max(0, anchor.row) }, head: spot, kind: 'cells' })
  else state.goTo(spot)
  follow(scene, (move) =>
    state.select({ anchor: state.selection.anchor, head: inside(scene, sheet, move), kind: 'cells' })
  )
}

const isFollowing = (event: PointerEvent) => (isMac() ? event.metaKey : event.ctrlKey) && !event.shiftKey

/** The address that a cell is, or the first that a long one says; null for none. */
export function addressAtSpot({ state }: Shown, sheet: Sheet, { row, column }: Spot): string | null {
  const cells = sheet.rows[state.shown(sheet)[row] ?? -1]?.cells
  const slot = sheet.columns[column]?.slot
  return cells && slot !== undefined ? firstAddressIn(cellText(cells[slot])) : null
}

function rightButton({ state }: Shown, sheet: Sheet, spot: Spot): void {
  const { top, bottom, left, right } = state.area(sheet)
  if (spot.row < 0) {
    const whole = state.selection.kind === 'columns' && spot.column >= left && spot.column <= right
    if (!whole) state.goTo({ row: -1, column: Math.max(0, spot.column) })
  } else if (spot.column < 0) {
    const chosen = state.selection.kind === 'rows' && spot.row >= top && spot.row <= bottom
    if (!chosen)
      state.select({ anchor: { row: spot.row, column: 0 }, head: { row: spot.row, column: 0 }, kind: 'rows' })
  } else if (spot.row < top || spot.row > bottom || spot.column < left || spot.column > right)
    state.goTo(spot)
}

function selectAll({ state }: Shown, sheet: Sheet): void {
  const head = {
    row: Math.max(0, state.shown(sheet).length - 1),
    column: Math.max(0, sheet.columns.length - 1)
  }
  state.select({ anchor: { row: 0, column: 0 }, head, kind: 'cells' })
}

/** A click chooses the column; a drag on a chosen one moves it, on another one chooses more. */
function pressColumn(scene: Scene, sheet: Sheet, column: number, event: PointerEvent): void {
  const { shown } = scene
  const { state } = shown
  if (column >= sheet.columns.length) return
  const area = state.area(sheet)
  const chosen = state.selection.kind === 'columns' && area.left === column && area.right === column
  const at = (index: number) => ({ row: 0, column: index })
  if (chosen && !event.shiftKey && !shown.store.readOnly) {
    let to: number | null = null
    follow(
      scene,
      (move) => {
        const { x } = pointOf(scene, move)
        to = columnBefore(scene.layout, x)
        scene.show({ columnTo: to })
      },
      (dragged) => {
        if (dragged && to !== null) shiftColumn(shown, column, to)
      }
    )
    return
  }
  const anchor = event.shiftKey && state.selection.kind === 'columns' ? state.selection.anchor : at(column)
  state.select({ anchor, head: at(column), kind: 'columns' })
  follow(scene, (move) =>
    state.select({ anchor, head: at(inside(scene, sheet, move).column), kind: 'columns' })
  )
}

function pressRow(scene: Scene, sheet: Sheet, row: number, event: PointerEvent): void {
  const { shown } = scene
  const { state } = shown
  if (row >= state.shown(sheet).length) return
  const area = state.area(sheet)
  const chosen = state.selection.kind === 'rows' && row >= area.top && row <= area.bottom
  const at = (index: number) => ({ row: index, column: 0 })
  if (chosen && !event.shiftKey && !shown.store.readOnly) {
    let to: number | null = null
    follow(
      scene,
      (move) => {
        const { y } = pointOf(scene, move)
        to = Math.max(0, Math.min(state.shown(sheet).length, Math.round((y - HEAD) / 28)))
        scene.show({ rowsTo: to })
      },
      (dragged) => {
        if (!dragged) state.select({ anchor: at(row), head: at(row), kind: 'rows' })
        else if (to !== null) shiftRows(shown, to)
      }
    )
    return
  }
  const anchor = event.shiftKey && state.selection.kind === 'rows' ? state.selection.anchor : at(row)
  state.select({ anchor, head: at(row), kind: 'rows' })
  follow(scene, (move) => state.select({ anchor, head: at(inside(scene, sheet, move).row), kind: 'rows' }))
}

function dragSize(scene: Scene, slot: number, event: PointerEvent): void {
  const { shown, layout } = scene
  const sheet = sheetIn(shown)
  const index = sheet?.columns.findIndex((column) => column.slot === slot) ?? -1
  const column = sheet?.columns[index]
  const before = layout.widths[index] ?? 0
  if (!sheet || !column || shown.store.readOnly) return
  if (event.detail === 2) return sizeColumn(shown, slot, fitting(column, sheet.rows, 480))
  const from = event.clientX
  let width = before
  follow(
    scene,
    (move) => {
      width = Math.max(NARROWEST, Math.min(WIDEST, before + move.clientX - from))
      scene.show({ sizing: { slot, width } })
    },
    () => {
      if (width !== before) sizeColumn(shown, slot, width)
    }
  )
}

/** Down or up, or to a side: whichever way the pointer went farther. */
function dragFill(scene: Scene, sheet: Sheet): void {
  const { shown } = scene
  const from = shown.state.area(sheet)
  let to: Area = from
  follow(
    scene,
    (move) => {
      const spot = inside(scene, sheet, move)
      const down = Math.max(from.top - spot.row, spot.row - from.bottom)
      const across = Math.max(from.left - spot.column, spot.column - from.right)
      to =
        down >= across
          ? { ...from, top: Math.min(from.top, spot.row), bottom: Math.max(from.bottom, spot.row) }
          : { ...from, left: Math.min(from.left, spot.column), right: Math.max(from.right, spot.column) }
      scene.show({ filling: to })
    },
    () => {
      if (
        to.top === from.top &&
        to.bottom === from.bottom &&
        to.left === from.left &&
        to.right === from.right
      )
        return
      fillOver(shown, from, to)
      shown.state.select({
        anchor: { row: to.top, column: to.left },
        head: { row: to.bottom, column: to.right },
        kind: 'cells'
      })
    }
  )
}

/** The pointer until it is let go; at the edge of the grid the sheet scrolls on. */
function follow(
  scene: Scene,
  onMove: (event: PointerEvent) => void,
  onEnd?: (dragged: boolean) => void
): void {
  const { scroller } = scene
  const watching = new AbortController()
  const { signal } = watching
  let last: PointerEvent | null = null
  let first: PointerEvent | null = null
  let dragged = false
  let frame = 0
  const scroll = () => {
    if (last && dragged) {
      const box = scroller.getBoundingClientRect()
      const by = (low: number, high: number, at: number) =>
        at < low ? (at - low) / 3 : at > high ? (at - high) / 3 : 0
      const x = by(box.left + ROW_HEAD, box.right - 16, last.clientX)
      const y = by(box.top + HEAD, box.bottom - 16, last.clientY)
      if (x !== 0 || y !== 0) {
        scroller.scrollBy(x, y)
        onMove(last)
      }
    }
    frame = requestAnimationFrame(scroll)
  }
  frame = requestAnimationFrame(scroll)
  const end = (done: boolean) => {
    cancelAnimationFrame(frame)
    watching.abort()
    scene.show(null)
    if (done) onEnd?.(dragged)
  }
  window.addEventListener(
    'pointermove',
    (event) => {
      first ??= event
      last = event
      if (!dragged && Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < 3) return
      dragged = true
      onMove(event)
    },
    { signal }
  )
  window.addEventListener('pointerup', () => end(true), { signal })
  window.addEventListener('pointercancel', () => end(false), { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (!isEscape(event)) return
      event.stopPropagation()
      end(false)
    },
    { signal, capture: true }
  )
}

/** A point of the window within the sheet. */
function pointOf({ scroller }: Scene, event: { clientX: number; clientY: number }) {
  const box = scroller.getBoundingClientRect()
  return {
    x: event.clientX - box.left + scroller.scrollLeft,
    y: event.clientY - box.top + scroller.scrollTop
  }
}

/** The cell below the pointer; what stands still at the top and at the left lies above the cells. */
export function spotAt(scene: Scene, event: { clientX: number; clientY: number }, still: boolean): Spot {
  const { scroller, layout } = scene
  const box = scroller.getBoundingClientRect()
  const { x, y } = pointOf(scene, event)
  const inHead = still && event.clientY - box.top < HEAD
  const inNumbers = still && event.clientX - box.left < ROW_HEAD
  return { row: inHead ? -1 : rowAt(y), column: inNumbers ? -1 : columnAt(layout, x) }
}

function inside(scene: Scene, sheet: Sheet, event: PointerEvent): Spot {
  const { row, column } = spotAt(scene, event, false)
  return {
    row: Math.max(0, Math.min(row, scene.shown.state.shown(sheet).length - 1)),
    column: Math.max(0, Math.min(column, sheet.columns.length - 1))
  }
}

/** The gap between two columns that is nearest to an x. */
function columnBefore({ edges }: Layout, x: number): number {
  let best = 0
  edges.forEach((edge, index) => {
    if (Math.abs(edge - x) < Math.abs((edges[best] ?? 0) - x)) best = index
  })
  return best
}
