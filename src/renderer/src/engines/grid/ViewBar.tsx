import { Button, CloseButton, NativeSelect, Popover, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconFilter } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import {
  isWhole,
  wholeSheet,
  type ColumnFilter,
  type FilterKind,
  type Sheet
} from '../../../../common/formats/sheet'
import { useSignal } from '../../state/signal'
import { applyOrder, type Shown } from './grid-actions'
import classes from './SheetEditor.module.css'

const kinds: readonly { readonly value: FilterKind; readonly label: string }[] = [
  { value: 'contains', label: 'contains' },
  { value: 'lacks', label: 'does not contain' },
  { value: 'is', label: 'is' },
  { value: 'is-not', label: 'is not' },
  { value: 'empty', label: 'is empty' },
  { value: 'filled', label: 'is not empty' }
]

interface ViewBarProps {
  readonly shown: Shown
  readonly sheet: Sheet
}

/**
 * Says that the sheet is looked at in another order, or in part, and leads back; the stored order changes
 * only when asked for.
 */
export function ViewBar({ shown, sheet }: ViewBarProps) {
  const { id, state, store } = shown
  useSignal(state.viewed)
  if (isWhole(state.view)) return null
  const { sort, filters } = state.view
  const nameOf = (slot: number) => sheet.columns.find((column) => column.slot === slot)?.name ?? ''
  const without = (filter: ColumnFilter) =>
    store.look(id, 'Remove filter', { ...state.view, filters: filters.filter((one) => one !== filter) })
  return (
    <div className={classes.bar} role="status">
      {sort && (
        <span className={classes.chip}>
          {sort.descending ? (
            <IconArrowDown size={13} aria-hidden="true" />
          ) : (
            <IconArrowUp size={13} aria-hidden="true" />
          )}
          Sorted by <b>{nameOf(sort.slot)}</b>
          {!store.readOnly && (
            <Button variant="default" size="compact-xs" onClick={() => applyOrder(shown)}>
              Apply this order
            </Button>
          )}
          <CloseButton
            size="xs"
            aria-label="Show in stored order"
            onClick={() => store.look(id, 'Show in stored order', { ...state.view, sort: null })}
          />
        </span>
      )}
      {filters.map((filter) => (
        <span key={`${filter.slot} ${filter.kind} ${filter.text}`} className={classes.chip}>
          <IconFilter size={13} aria-hidden="true" />
          <b>{nameOf(filter.slot)}</b> {kinds.find(({ value }) => value === filter.kind)?.label}
          {hasText(filter.kind) && ` “${filter.text}”`}
          <CloseButton
            size="xs"
            aria-label={`Remove the filter of ${nameOf(filter.slot)}`}
            onClick={() => without(filter)}
          />
        </span>
      ))}
      <span className={classes.grow}>The stored order and all rows stay as they are.</span>
      <Button variant="subtle" size="compact-xs" onClick={() => state.again()}>
        Refresh
      </Button>
      <Button variant="subtle" size="compact-xs" onClick={() => store.look(id, 'Show all rows', wholeSheet)}>
        Show all
      </Button>
    </div>
  )
}

const hasText = (kind: FilterKind) => kind !== 'empty' && kind !== 'filled'

interface FilterPopoverProps extends ViewBarProps {
  /** The column to filter; null: not open. */
  readonly slot: number | null
  readonly onClose: () => void
}

/** Asks which rows of a column to show. */
export function FilterPopover({ shown, sheet, slot, onClose }: FilterPopoverProps) {
  const column = sheet.columns.find((one) => one.slot === slot)
  const { id, state, store } = shown
  // Below the head of the column, as far as that is on the screen.
  const edge = column ? (state.layoutOf(sheet).edges[sheet.columns.indexOf(column)] ?? 0) : 0
  const left = Math.max(16, edge - state.scroll.left)
  const close = () => {
    onClose()
    state.focus()
  }
  return (
    <Popover
      opened={column !== undefined}
      onChange={(open) => !open && close()}
      position="bottom-start"
      trapFocus
      shadow="md"
      width={300}
    >
      <Popover.Target>
        <span aria-hidden="true" className={classes.filterAt} style={{ left }} />
      </Popover.Target>
      <Popover.Dropdown>
        {column && (
          <FilterForm
            key={column.slot}
            name={column.name}
            filter={state.view.filters.find((one) => one.slot === column.slot) ?? null}
            onFilter={(filter) => {
              const others = state.view.filters.filter((one) => one.slot !== column.slot)
              store.look(id, filter ? 'Filter' : 'Remove filter', {
                ...state.view,
                filters: filter ? [...others, { ...filter, slot: column.slot }] : others
              })
              close()
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface FilterFormProps {
  readonly name: string
  readonly filter: ColumnFilter | null
  readonly onFilter: (filter: { readonly kind: FilterKind; readonly text: string } | null) => void
}

function FilterForm({ name, filter, onFilter }: FilterFormProps) {
  const [kind, setKind] = useState<FilterKind>(filter?.kind ?? 'contains')
  const [text, setText] = useState(filter?.text ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilter(hasText(kind) && text === '' ? null : { kind, text: hasText(kind) ? text : '' })
  }
  return (
    <form className={classes.filterForm} onSubmit={submit}>
      <NativeSelect
        label={`Show rows where “${name}”`}
        size="xs"
        value={kind}
        onChange={(event) => {
          const { value } = event.currentTarget
          setKind(kinds.find((one) => one.value === value)?.value ?? 'contains')
        }}
        data={[...kinds]}
      />
      {hasText(kind) && (
        <TextInput
          size="xs"
          aria-label="Text"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={classes.filterActions}>
        {filter && (
          <Button variant="default" onClick={() => onFilter(null)}>
            Remove filter
          </Button>
        )}
        <Button type="submit">Filter</Button>
      </div>
    </form>
  )
}
