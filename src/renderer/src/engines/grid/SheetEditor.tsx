import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconTablePlus } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { State } from '../../components/State'
import type { Company } from '../../documents/together/company'
import { useSignal } from '../../state/signal'
import type { ValueLinks } from '../addresses/AddressOffers'
import type { ColumnKinds } from './column-editor'
import { FindBar } from './FindBar'
import { addColumns, type Shown } from './grid-actions'
import { joinGrid } from './grid-company'
import { SheetGrid } from './SheetGrid'
import type { SheetStore } from './sheet-store'
import { SheetTabs } from './SheetTabs'
import { StatusLine } from './StatusLine'
import { FilterPopover, ViewBar } from './ViewBar'
import classes from './SheetEditor.module.css'

interface SheetEditorProps {
  readonly store: SheetStore
  /** Names the grid for screen readers, with the sheet behind it. */
  readonly label: string
  /** What columns have of their own: choices, chips, checks. */
  readonly kinds?: ColumnKinds
  /** Counts up when the person asks for the search (Ctrl+F); 0: not yet. */
  readonly find?: number
  readonly takesFocus?: () => string | null
  /** Asks who changed the chosen cell or row last. */
  readonly onWhoChanged?: () => void
  /** Whose addresses cells may be. */
  readonly links?: ValueLinks
  /** Who else is in the document; null: nobody can be. */
  readonly company?: Company | null
}

/** A document of sheets: the chosen sheet as a grid, search, view, notes, and the tabs. */
export function SheetEditor({
  store,
  label,
  kinds,
  find = 0,
  takesFocus,
  onWhoChanged,
  links,
  company = null
}: SheetEditorProps) {
  useSignal(store.changed)
  useSignal(store.shown)
  const panel = useId()
  const [closedFind, setClosedFind] = useState(0)
  const [filtered, setFiltered] = useState<number | null>(null)
  const { sheet } = store
  const id = sheet?.id ?? 0
  const shown = useMemo((): Shown => ({ store, id, state: store.stateOf(id) }), [store, id])
  useEffect(
    () =>
      store.revealed.subscribe(({ sheet: at, row, column }) => {
        const state = store.stateOf(at)
        state.goTo({ row, column })
      }),
    [store]
  )
  useEffect(() => (company ? joinGrid(company, store) : undefined), [company, store])
  if (!sheet) return null
  return (
    <div className={classes.editor}>
      <div className={classes.top}>
        <Notes store={store} sheet={sheet.name} />
        {find > closedFind && sheet.broken === null && (
          <FindBar
            shown={shown}
            sheet={sheet}
            asked={find}
            onClose={() => {
              setClosedFind(find)
              shown.state.focus()
            }}
          />
        )}
        <ViewBar shown={shown} sheet={sheet} />
        <FilterPopover shown={shown} sheet={sheet} slot={filtered} onClose={() => setFiltered(null)} />
      </div>
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-tab-${sheet.id}`} className={classes.panel}>
        {sheet.broken !== null ? (
          <State icon={<IconAlertTriangle size={20} />} title="This sheet cannot be shown as a table">
            {sheet.broken} The other sheets can be edited as always.
          </State>
        ) : (
          <>
            <SheetGrid
              key={sheet.id}
              shown={shown}
              sheet={sheet}
              label={`${label}, sheet ${sheet.name}`}
              {...(kinds ? { kinds } : {})}
              onFilter={setFiltered}
              {...(takesFocus ? { takesFocus } : {})}
              {...(onWhoChanged ? { onWhoChanged } : {})}
              {...(links ? { links } : {})}
              {...(company ? { company } : {})}
            />
            {sheet.columns.length === 0 && <NoColumns shown={shown} />}
          </>
        )}
      </div>
      <div className={classes.bottom}>
        <SheetTabs store={store} panel={panel} />
        {sheet.broken === null && <StatusLine state={shown.state} sheet={sheet} />}
      </div>
    </div>
  )
}

/** A sheet without columns: the next step. */
function NoColumns({ shown }: { readonly shown: Shown }) {
  return (
    <div className={classes.nothing}>
      <State
        icon={<IconTablePlus size={20} stroke={1.5} />}
        title="This sheet is empty"
        {...(shown.store.readOnly
          ? {}
          : { actions: <Button onClick={() => addColumns(shown, 'end')}>Add a column</Button> })}
      >
        {shown.store.readOnly
          ? 'It has no columns and no rows.'
          : 'Add a column, or copy a table in a spreadsheet and paste it here: its first row becomes the names of the columns.'}
      </State>
    </div>
  )
}

/** What is odd in the file, in plain words. */
function Notes({ store, sheet }: { readonly store: SheetStore; readonly sheet: string }) {
  const [open, setOpen] = useState(false)
  const notes = store.notes.filter((note) => note.sheet === null || note.sheet === sheet)
  const [first, ...more] = notes
  if (!first) return null
  return (
    <div className={classes.notes} role="note">
      <IconInfoCircle size={16} aria-hidden="true" />
      <ul>
        {(open ? notes : [first]).map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {more.length > 0 && (
        <Button variant="default" size="compact-xs" onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `${more.length} more`}
        </Button>
      )}
    </div>
  )
}
