import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconFilterFilled,
  IconAlertTriangle
} from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import type { Sheet } from '../../../../common/formats/sheet'
import { isComposing, isEnter, isEscape } from '../../components/keys'
import { notify } from '../../workbench/toast'
import { useSignal } from '../../state/signal'
import type { Shown } from './grid-actions'
import classes from './Grid.module.css'
import type { ShownColumn } from './GridRow'
import { HEAD, ROW_HEAD } from './layout'

interface GridHeadProps {
  readonly shown: Shown
  readonly sheet: Sheet
  readonly columns: readonly ShownColumn[]
  readonly id: string
  readonly openMenu: (slot: number, at: { readonly x: number; readonly y: number }) => void
}

/** The names of the columns, with how the sheet is sorted and filtered. */
export function GridHead({ shown, sheet, columns, id, openMenu }: GridHeadProps) {
  const { state } = shown
  useSignal(state.moved)
  useSignal(state.edited)
  const { sort, filters } = state.view
  const { anchor, kind } = state.selection
  const area = state.area(sheet)
  const named = new Map<string, number>()
  for (const { name } of sheet.columns) named.set(name, (named.get(name) ?? 0) + 1)
  return (
    <div role="row" aria-rowindex={1} className={classes.head} style={{ height: HEAD }}>
      <div
        role="columnheader"
        aria-colindex={1}
        className={classes.corner}
        data-corner
        style={{ width: ROW_HEAD, height: HEAD }}
      >
        <span className="visually-hidden">Row</span>
      </div>
      {columns.map(({ slot, name, index, left, width }) => {
        const sorted = sort?.slot === slot ? sort : null
        const wrong = name.trim() === '' || (named.get(name) ?? 0) > 1
        return (
          <div
            key={slot}
            role="columnheader"
            id={`${id}-column-${slot}`}
            aria-colindex={index + 2}
            aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            className={classes.column}
            data-selected={(index >= area.left && index <= area.right) || undefined}
            data-active={(anchor.row < 0 && anchor.column === index && kind === 'cells') || undefined}
            data-private={state.renaming === slot || undefined}
            style={{ left, width, height: HEAD }}
            title={wrong ? whatIsWrong(name) : name}
          >
            {state.renaming === slot ? (
              <NameField shown={shown} slot={slot} name={name} />
            ) : (
              <>
                {wrong && <IconAlertTriangle className={classes.warn} size={14} aria-hidden="true" />}
                <span className={classes.name}>{name.trim() === '' ? '(no name)' : name}</span>
                {filters.some((filter) => filter.slot === slot) && (
                  <IconFilterFilled size={12} className={classes.mark} aria-label="filtered" />
                )}
                {sorted &&
                  (sorted.descending ? (
                    <IconArrowDown size={13} className={classes.mark} aria-hidden="true" />
                  ) : (
                    <IconArrowUp size={13} className={classes.mark} aria-hidden="true" />
                  ))}
                <button
                  type="button"
                  tabIndex={-1}
                  className={classes.menuButton}
                  data-menu-button
                  aria-label={`Menu of ${name || 'the column'}`}
                  onClick={(event) => {
                    const { left: x, bottom: y } = event.currentTarget.getBoundingClientRect()
                    openMenu(slot, { x, y })
                  }}
                >
                  <IconChevronDown size={14} aria-hidden="true" />
                </button>
              </>
            )}
            <span className={classes.edge} data-resize={slot} aria-hidden="true" />
          </div>
        )
      })}
    </div>
  )
}

const whatIsWrong = (name: string) =>
  name.trim() === ''
    ? 'This column has no name. Give it one, so that its values can be used.'
    : `Another column is called “${name}” too: readers get only one of them.`

/** The name of a column while it is changed. Enter keeps it, Escape leaves it as it was. */
function NameField({
  shown,
  slot,
  name
}: {
  readonly shown: Shown
  readonly slot: number
  readonly name: string
}) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const { store, state, id } = shown
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const end = (keep: boolean, back: boolean) => {
    if (done.current) return
    done.current = true
    const problem = store.endTyping(keep)
    state.rename(null)
    if (back) state.focus()
    if (problem !== null) notify(problem)
  }
  return (
    <input
      ref={field}
      className={classes.nameField}
      data-grid-field
      aria-label="Name of the column"
      defaultValue={name}
      spellCheck={false}
      onInput={(event) =>
        store.type({ kind: 'column', sheet: id, slot, text: event.currentTarget.value.trim() })
      }
      onKeyDown={(event) => {
        if (isComposing(event)) return
        event.stopPropagation()
        if (isEnter(event) || event.key === 'Tab') {
          event.preventDefault()
          end(true, true)
        } else if (isEscape(event)) end(false, true)
      }}
      onBlur={() => end(true, false)}
    />
  )
}
