import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconLock, IconPlus } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { drawNow } from '../../components/draw-now'
import {
  addSheet,
  duplicateSheet,
  freeSheetName,
  moveSheet,
  newSheet,
  publicSheets,
  removeSheet,
  renameSheet,
  setPrivate,
  type BookEdit,
  type Book,
  type Sheet
} from '../../../../common/formats/sheet'
import { Menu } from '../../components/Menu'
import { isComposing, isEnter, isEscape } from '../../components/keys'
import { notify } from '../../workbench/toast'
import { useSignal } from '../../state/signal'
import type { SheetStore } from './sheet-store'
import classes from './SheetTabs.module.css'

const DRAGGED = 'application/x-galley-sheet'

interface SheetTabsProps {
  readonly store: SheetStore
  /** Id of what the tabs control. */
  readonly panel: string
}

/**
 * The sheets of the file. Arrows walk, F2 renames, Delete takes out, Alt with arrows or dragging reorders.
 */
export function SheetTabs({ store, panel }: SheetTabsProps) {
  useSignal(store.changed)
  useSignal(store.shown)
  const [naming, setNaming] = useState<number | null>(null)
  const [dropAt, setDropAt] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const { book, sheet: shown, readOnly } = store

  const step = (title: string, edit: (now: Book) => BookEdit): boolean => {
    const problem = store.step(title, edit)
    if (problem !== null) notify(problem)
    return problem === null
  }
  const add = () => {
    const sheet = newSheet(freeSheetName(book, `sheet-${book.sheets.length + 1}`), ['key', 'value'])
    if (!step('Add sheet', (now) => addSheet(now, sheet))) return
    store.show(sheet.id)
    setNaming(sheet.id)
  }
  const focusShown = () => {
    drawNow()
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown || naming !== null) return
    const at = book.sheets.indexOf(shown)
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by !== 0 && event.altKey && !readOnly) {
      step('Move sheet', (now) => moveSheet(now, shown.id, by > 0 ? at + 2 : at - 1))
    } else if (by !== 0) store.show(book.sheets[(at + by + book.sheets.length) % book.sheets.length]?.id ?? 0)
    else if (event.key === 'Home') store.show(book.sheets[0]?.id ?? 0)
    else if (event.key === 'End') store.show(book.sheets.at(-1)?.id ?? 0)
    else if (event.key === 'F2' && !readOnly) setNaming(shown.id)
    else if (event.key === 'Delete' && !readOnly) step('Remove sheet', (now) => removeSheet(now, shown.id))
    else return
    event.preventDefault()
    event.stopPropagation()
    focusShown()
  }
  const drag = (sheet: Sheet, index: number) => ({
    draggable: !readOnly && naming === null,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAGGED, String(sheet.id))
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      const { left, width } = event.currentTarget.getBoundingClientRect()
      setDropAt(event.clientX > left + width / 2 ? index + 1 : index)
    },
    onDragEnd: () => setDropAt(null),
    onDrop: (event: DragEvent) => {
      const id = Number(event.dataTransfer.getData(DRAGGED))
      setDropAt(null)
      if (!id || dropAt === null) return
      event.preventDefault()
      step('Move sheet', (now) => moveSheet(now, id, dropAt))
    }
  })

  return (
    <div className={classes.strip}>
      <div
        ref={list}
        role="tablist"
        aria-label="Sheets"
        className={classes.list}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {book.sheets.map((sheet, index) => {
          const chosen = sheet === shown
          if (naming === sheet.id) {
            return (
              <NameField
                key={sheet.id}
                name={sheet.name}
                onDone={(name, leads) => {
                  setNaming(null)
                  if (name !== null) step('Rename sheet', (now) => renameSheet(now, sheet.id, name))
                  // the keys that follow are for the cells: on a tab they take sheets out
                  if (!leads) return
                  drawNow()
                  store.stateOf(sheet.id).focus()
                }}
              />
            )
          }
          return (
            <button
              key={sheet.id}
              type="button"
              role="tab"
              id={`${panel}-tab-${sheet.id}`}
              aria-selected={chosen}
              aria-controls={panel}
              tabIndex={chosen ? 0 : -1}
              className={classes.tab}
              data-drop={
                dropAt === index
                  ? 'before'
                  : dropAt === index + 1 && index === book.sheets.length - 1
                    ? 'after'
                    : undefined
              }
              title={sheet.private ? `${sheet.name}: kept from readers` : sheet.name}
              onClick={() => store.show(sheet.id)}
              onDoubleClick={() => !readOnly && setNaming(sheet.id)}
              {...drag(sheet, index)}
            >
              {sheet.private && <IconLock size={12} aria-label="private" />}
              {sheet.name || '(no name)'}
            </button>
          )
        })}
      </div>
      {!readOnly && (
        <>
          {shown && <TabMenu store={store} sheet={shown} step={step} onRename={() => setNaming(shown.id)} />}
          <ActionIcon size={24} aria-label="Add sheet" title="Add sheet" onClick={add}>
            <IconPlus size={15} stroke={1.5} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}

interface TabMenuProps {
  readonly store: SheetStore
  readonly sheet: Sheet
  readonly step: (title: string, edit: (now: Book) => BookEdit) => boolean
  readonly onRename: () => void
}

function TabMenu({ store, sheet, step, onRename }: TabMenuProps) {
  const { book } = store
  const at = book.sheets.indexOf(sheet)
  const last = !sheet.private && publicSheets(book).length === 1
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Menu of the sheet ${sheet.name}`}>
          <IconChevronDown size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item rightSection={<kbd aria-hidden="true">F2</kbd>} onClick={onRename}>
          Rename
        </Menu.Item>
        <Menu.Item
          disabled={sheet.broken !== null}
          onClick={() => step('Duplicate sheet', (now) => duplicateSheet(now, sheet.id))}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          disabled={last}
          onClick={() =>
            step(sheet.private ? 'Show sheet to readers' : 'Make sheet private', (now) =>
              setPrivate(now, sheet.id, !sheet.private)
            )
          }
        >
          {sheet.private ? 'Show to readers' : 'Make private'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          disabled={at === 0}
          onClick={() => step('Move sheet', (now) => moveSheet(now, sheet.id, at - 1))}
        >
          Move left
        </Menu.Item>
        <Menu.Item
          disabled={at === book.sheets.length - 1}
          onClick={() => step('Move sheet', (now) => moveSheet(now, sheet.id, at + 2))}
        >
          Move right
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          className={classes.danger ?? ''}
          disabled={last}
          onClick={() => step('Remove sheet', (now) => removeSheet(now, sheet.id))}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function NameField({
  name,
  onDone
}: {
  readonly name: string
  /** @param leads the keyboard goes on to the sheet; false: it is somewhere else already */
  readonly onDone: (name: string | null, leads: boolean) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (text: string | null, leads: boolean) => {
    if (done.current) return
    done.current = true
    onDone(text, leads)
  }
  return (
    <input
      ref={field}
      className={classes.nameField}
      aria-label="Name of the sheet"
      defaultValue={name}
      spellCheck={false}
      size={Math.max(8, name.length + 2)}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        event.stopPropagation()
        if (isEnter(event)) end(event.currentTarget.value.trim(), true)
        else if (isEscape(event)) end(null, true)
      }}
      onBlur={(event) => end(event.currentTarget.value.trim(), false)}
    />
  )
}
