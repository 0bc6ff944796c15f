import {
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject
} from 'react'
import { flushSync } from 'react-dom'
import { cellText, type Sheet } from '../../../../common/formats/sheet'
import { isMac } from '../../workbench/bridge'
import { isComposing } from '../../components/keys'
import { notify } from '../../workbench/toast'
import { useSignal } from '../../state/signal'
import { AddressOffers, type ValueLinks } from '../addresses/AddressOffers'
import { copy, cut, paste } from './clipboard'
import type { After, ColumnKind } from './column-editor'
import { endEditing, startEditing, type EditedCell } from './editing'
import type { Shown } from './grid-actions'
import classes from './Grid.module.css'
import { gridKey } from './keys'
import { HEAD, ROW, ROW_HEAD, type Layout } from './layout'
import { runKey } from './run-key'

interface CellEditorProps {
  readonly shown: Shown
  readonly sheet: Sheet
  readonly layout: Layout
  readonly kindOf: (slot: number) => ColumnKind | null
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly gridId: string
  readonly openMenu: () => void
  readonly links?: ValueLinks
}

/**
 * The one field that has the keyboard: without a frame over the chosen cell, so that typing, dead keys and
 * input methods begin at once in a real field and no letter is lost; with a frame while a cell is edited.
 */
export function CellEditor({
  shown,
  sheet,
  layout,
  kindOf,
  scroller,
  gridId,
  openMenu,
  links
}: CellEditorProps) {
  const { state, store } = shown
  const field = useRef<HTMLTextAreaElement>(null)
  const own = useRef<HTMLDivElement>(null)
  useSignal(state.moved)
  useSignal(state.edited)
  const { anchor } = state.selection
  const { editing } = state
  const column = sheet.columns[anchor.column]
  const kind = column ? kindOf(column.slot) : null
  const Editor = editing ? kind?.Editor : undefined
  const index = state.shown(sheet)[anchor.row] ?? -1
  const row = sheet.rows[index]
  const label = column ? `${column.name || 'Column without a name'}, row ${index + 1}` : 'Cell'

  useLayoutEffect(() => state.attach(() => field.current?.focus({ preventScroll: true })), [state])
  // A cell that is being edited is kept when the sheet is left for another one, or for the source.
  useLayoutEffect(
    () => () => {
      if (state.editing) endEditing(shown, true)
    },
    [shown, state]
  )
  // What a key has begun stands in the field already; F2 and a double click bring the cell's text into it.
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    if (!editing) {
      current.value = ''
      current.style.transform = ''
    } else if (!editing.typed && !Editor) {
      current.value = editing.text
      current.setSelectionRange(editing.text.length, editing.text.length)
    }
    if (!Editor && editing && document.activeElement !== current) current.focus({ preventScroll: true })
    if (editing) grow(current)
  }, [editing, Editor])

  const finish = (after: After, text?: string) => {
    if (text !== undefined && editing) store.type(typingOf(shown, editing, text))
    // An editor that is left for something else does not take the keyboard back.
    const here = own.current?.contains(document.activeElement) === true
    endEditing(shown, true)
    if (after !== 'stay') runKey(shown, afterKeys[after])
    if (after !== 'stay' || here) state.focus()
  }
  const onInput = (event: FormEvent<HTMLTextAreaElement>) => {
    const { value } = event.currentTarget
    const now = state.editing
    if (now) store.type(typingOf(shown, now, value))
    else {
      const composing = isComposing(event)
      const problem = flushSync(() => startEditing(shown, value))
      if (problem !== null) {
        if (!composing) event.currentTarget.value = ''
        return notify(problem)
      }
      if (state.editing) store.type(typingOf(shown, state.editing, value))
    }
    grow(event.currentTarget)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const ctrl = isMac() ? event.metaKey : event.ctrlKey
    const mode = state.editing
      ? state.editing.typed && !hasLines(event.currentTarget)
        ? 'typed'
        : true
      : false
    const key = gridKey({ key: event.key, ctrl, shift: event.shiftKey, alt: event.altKey }, mode)
    if (!key || (key.kind === 'next' && state.leaving)) return
    event.preventDefault()
    event.stopPropagation()
    state.leave(key.kind === 'cancel' && !state.editing)
    if (key.kind === 'menu') return openMenu()
    if (key.kind === 'line') {
      event.currentTarget.setRangeText(
        '\n',
        event.currentTarget.selectionStart,
        event.currentTarget.selectionEnd,
        'end'
      )
      if (state.editing) store.type(typingOf(shown, state.editing, event.currentTarget.value))
      return grow(event.currentTarget)
    }
    if (state.editing) endEditing(shown, key.kind !== 'cancel')
    if (key.kind !== 'cancel' || !editing) runKey(shown, key)
  }
  const onClipboard = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (state.editing) return
    event.preventDefault()
    if (event.type === 'copy') copy(shown, event.clipboardData)
    else if (event.type === 'cut') cut(shown, event.clipboardData)
    else paste(shown, event.clipboardData)
  }

  const top = anchor.row < 0 ? (scroller.current?.scrollTop ?? 0) : HEAD + anchor.row * ROW
  const left = layout.edges[anchor.column] ?? 0
  const width = layout.widths[anchor.column] ?? 0
  return (
    <>
      <textarea
        ref={field}
        className={classes.field}
        data-editing={(editing && !Editor) || undefined}
        data-grid-field
        aria-label={editing ? label : `${label}: ${cellText(row?.cells[column?.slot ?? -1])}`}
        aria-controls={gridId}
        aria-activedescendant={
          !editing && column ? activeId(gridId, anchor.row, row?.id, column.slot) : undefined
        }
        style={{ left, top, minWidth: width, minHeight: ROW, '--cell': `${width}px` } as React.CSSProperties}
        rows={1}
        spellCheck={editing !== null}
        autoComplete="off"
        readOnly={store.readOnly}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onCopy={onClipboard}
        onCut={onClipboard}
        onPaste={onClipboard}
        onBlur={() => {
          state.leave(false)
          if (state.editing && !kind?.Editor) endEditing(shown, true)
        }}
      />
      {links?.path && editing && !Editor && (
        <AddressOffers
          field={field}
          path={links.path}
          isTyped={editing.typed}
          onTake={(value, caret) => {
            const { current } = field
            if (!current) return
            current.value = value
            current.setSelectionRange(caret, caret)
            store.type(typingOf(shown, editing, value))
            grow(current)
          }}
        />
      )}
      {Editor && editing && (
        <div
          ref={own}
          className={classes.ownEditor}
          data-grid-field
          style={{ left, top, minWidth: width, minHeight: ROW }}
        >
          <Editor
            text={editing.text}
            typed={editing.typed}
            label={label}
            onText={(text) => store.type(typingOf(shown, editing, text))}
            onDone={finish}
            onCancel={() => {
              endEditing(shown, false)
              state.focus()
            }}
          />
        </div>
      )}
    </>
  )
}

const afterKeys = {
  down: { kind: 'down', by: 1 },
  up: { kind: 'down', by: -1 },
  next: { kind: 'next', by: 1 },
  previous: { kind: 'next', by: -1 }
} as const

const typingOf = (shown: Shown, { row, slot }: EditedCell, text: string) =>
  ({ kind: 'cell', sheet: shown.id, row, slot, text }) as const

const hasLines = ({ value }: HTMLTextAreaElement) => value.includes('\n')

function activeId(grid: string, place: number, row: number | undefined, slot: number): string | undefined {
  if (place < 0) return `${grid}-column-${slot}`
  return row === undefined ? undefined : `${grid}-${row}-${slot}`
}

/** Up to this width a text is on one line for certain: nothing need be measured. Pixels. */
const ONE_LINE = 220

/** As large as its text needs, within reason: long texts get room. */
function grow(field: HTMLTextAreaElement): void {
  const { value, style } = field
  const longest = value.split('\n', 200).reduce((most, line) => Math.max(most, line.length), 0)
  const width = Math.min(440, longest * 7.3 + 30)
  style.width = `min(${width}px, 60cqw)`
  if (width <= ONE_LINE && !value.includes('\n')) {
    style.height = ''
    style.transform = ''
    return
  }
  style.height = 'auto'
  style.height = `${Math.min(280, field.scrollHeight + 2)}px`
  intoSight(field)
}

/** A large field at the edge of the grid lies over the cells before it. */
function intoSight(field: HTMLTextAreaElement): void {
  const scroller = field.closest('[data-grid-scroller]')
  if (!scroller) return
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = field
  const right = offsetLeft + offsetWidth - scrollLeft - clientWidth + 8
  const bottom = offsetTop + offsetHeight - scrollTop - clientHeight + 8
  const x = Math.max(0, Math.min(right, offsetLeft - scrollLeft - ROW_HEAD))
  const y = Math.max(0, Math.min(bottom, offsetTop - scrollTop - HEAD))
  field.style.transform = x > 0 || y > 0 ? `translate(${-x}px, ${-y}px)` : ''
}
