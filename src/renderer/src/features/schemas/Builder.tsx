import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { JsonObject, Pointer, SchemaIssue } from '../../../../common/schema'
import { isAtOrBelow, parentPointer, valueAt } from '../../../../common/schema'
import { IconButton } from '../../workbench/IconButton'
import { Menu } from '../../components/Menu'
import {
  addDefinition,
  addField,
  definitions,
  fieldKinds,
  kindNames,
  kindOf,
  moveField,
  outline,
  removeField,
  topOf,
  type BuilderKind,
  type OutlineRow
} from './builder-model'
import { FieldSettings } from './FieldSettings'
import { IssueMark } from './IssueMark'
import { RootSettings } from './RootSettings'
import { numberText } from '../../components/formats'
import classes from './schemas.module.css'

/** How many rows are drawn at once: each has four buttons. */
const MOST_ROWS = 300

interface BuilderProps {
  readonly root: JsonObject
  readonly issues: readonly SchemaIssue[]
  readonly readOnly: boolean
  /** The schema is as it is stored: documents may use its keys. */
  readonly saved: boolean
  readonly onChange: (root: JsonObject) => void
}

/** The fields of a schema as a list, and the settings of the chosen one. */
export function Builder({ root, issues, readOnly, saved, onChange }: BuilderProps) {
  const [most, setMost] = useState(MOST_ROWS)
  const rows = outline(root)
  const marks = issuesByRow(rows, issues)
  const [choice, setChoice] = useState<Choice>({ pointer: null, turn: 0, start: null })
  const chosen = choice.pointer
  const setChosen = (pointer: Pointer | null) =>
    setChoice((old) => ({ pointer, turn: old.turn + 1, start: null }))
  /** The fields that are new since the schema was saved, and that nobody has written a key for. */
  const [unnamed, setUnnamed] = useState<readonly Pointer[]>([])
  if (saved && unnamed.length > 0) setUnnamed([])
  const begin = (next: { readonly root: JsonObject; readonly pointer: Pointer }) => {
    setChoice((old) => ({ pointer: next.pointer, turn: old.turn + 1, start: 'title' }))
    onChange(next.root)
    setUnnamed((old) => [...old, next.pointer])
  }
  const at = rows.find((row) => row.pointer === chosen) ?? null
  const parts = definitions(root)
  const add = (object: Pointer, kind: BuilderKind, reusable?: string) => {
    begin(addField(root, object, kind, reusable))
  }
  const remove = (row: OutlineRow) => {
    onChange(removeField(root, row.pointer))
    if (chosen && isAtOrBelow(chosen, row.pointer)) setChosen(null)
  }
  const fields = rows.filter((row) => !isAtOrBelow(row.pointer, '/$defs'))
  const reusable = rows.filter((row) => isAtOrBelow(row.pointer, '/$defs'))
  const list = (all: readonly OutlineRow[]) =>
    all
      .slice(0, most)
      .map((row) => (
        <Row
          key={row.pointer}
          row={row}
          issues={marks.get(row.pointer) ?? []}
          readOnly={readOnly}
          parts={parts}
          chosen={row.pointer === chosen}
          onChoose={() => setChosen(row.pointer === chosen ? null : row.pointer)}
          onAdd={(kind, part) => row.inside !== null && add(row.inside, kind, part)}
          onMove={(by) => onChange(moveField(root, row.pointer, by))}
          onRemove={() => remove(row)}
        />
      ))
  return (
    <>
      <div className={classes.outline}>
        <RootSettings root={root} readOnly={readOnly} onChange={onChange} />
        <h3>Fields</h3>
        {fields.length === 0 && <p className={classes.hint}>No fields yet.</p>}
        <ul>{list(fields)}</ul>
        <More count={fields.length - most} onMore={() => setMost(most + MOST_ROWS)} />
        {!readOnly && (
          <AddMenu label="Add field" parts={parts} onAdd={(kind, part) => add(topOf(root), kind, part)} />
        )}
        <h3>Reusable parts</h3>
        <p className={classes.hint}>Groups of fields that several fields refer to.</p>
        <ul>{list(reusable)}</ul>
        <More count={reusable.length - most} onMore={() => setMost(most + MOST_ROWS)} />
        {!readOnly && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => begin(addDefinition(root))}
          >
            Add part
          </Button>
        )}
      </div>
      {at && (
        <div className={classes.settings}>
          <FieldSettings
            key={`${choice.turn} ${at.kind ?? ''}`}
            root={root}
            row={at}
            readOnly={readOnly}
            start={choice.start}
            keyFollows={unnamed.includes(at.pointer)}
            onOwnKey={() => setUnnamed((old) => old.filter((one) => one !== at.pointer))}
            onChange={(next, pointer) => {
              const start = kindOf(valueAt(next, pointer)) === at.kind ? null : 'kind'
              setChoice((old) => ({ ...old, pointer, start }))
              setUnnamed((old) => old.map((one) => moved(one, at.pointer, pointer)))
              onChange(next)
            }}
          />
        </div>
      )}
    </>
  )
}

/** What a long list leaves out; nothing when all of it is there. */
function More({ count, onMore }: { readonly count: number; readonly onMore: () => void }) {
  if (count <= 0) return null
  return (
    <p className={classes.hint}>
      {numberText(count)} more {count === 1 ? 'is' : 'are'} in the JSON.{' '}
      <Button variant="default" size="compact-xs" onClick={onMore}>
        Show {Math.min(count, MOST_ROWS)} more
      </Button>
    </p>
  )
}

interface Choice {
  readonly pointer: Pointer | null
  readonly turn: number
  /**
   * A new field begins with its label. Another kind has other settings: the person goes on where the kind was
   * chosen.
   */
  readonly start: 'title' | 'kind' | null
}

/** A pointer after the field at `from` has another key. */
const moved = (pointer: Pointer, from: Pointer, to: Pointer): Pointer =>
  isAtOrBelow(pointer, from) ? to + pointer.slice(from.length) : pointer

/** What is wrong with each field itself: an issue counts for the innermost one that it lies in. */
function issuesByRow(
  rows: readonly OutlineRow[],
  issues: readonly SchemaIssue[]
): ReadonlyMap<Pointer, readonly SchemaIssue[]> {
  const known = new Set(rows.map(({ pointer }) => pointer))
  const found = new Map<Pointer, SchemaIssue[]>()
  for (const issue of issues) {
    let at = issue.pointer
    while (at !== '' && !known.has(at)) at = parentPointer(at)
    if (at === '') continue
    const there = found.get(at)
    if (there) there.push(issue)
    else found.set(at, [issue])
  }
  return found
}

interface RowProps {
  readonly row: OutlineRow
  readonly issues: readonly SchemaIssue[]
  readonly readOnly: boolean
  readonly parts: readonly string[]
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly onAdd: (kind: BuilderKind, part?: string) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

function Row(props: RowProps) {
  const { row, issues, readOnly, parts, chosen, onChoose, onAdd, onMove, onRemove } = props
  return (
    <li
      className={classes.fieldRow}
      data-chosen={chosen || undefined}
      style={{ paddingLeft: row.depth * 16 }}
    >
      <button type="button" className={classes.fieldName} aria-pressed={chosen} onClick={onChoose}>
        <span>{row.label}</span>
        {row.required && (
          <i title="Required" aria-label="required">
            *
          </i>
        )}
        <IssueMark issues={issues} />
        <small>{row.kind === null ? 'written by hand' : row.definition ? 'Part' : kindNames[row.kind]}</small>
      </button>
      {!readOnly && (
        <span className={classes.rowActions}>
          {row.inside !== null && (
            <AddMenu icon label={`Add a field to ${row.label}`} parts={parts} onAdd={onAdd} />
          )}
          <IconButton label={`Move ${row.label} up`} size={24} onClick={() => onMove(-1)}>
            <IconArrowUp size={14} stroke={1.5} />
          </IconButton>
          <IconButton label={`Move ${row.label} down`} size={24} onClick={() => onMove(1)}>
            <IconArrowDown size={14} stroke={1.5} />
          </IconButton>
          <IconButton label={`Remove ${row.label}`} size={24} onClick={onRemove}>
            <IconTrash size={14} stroke={1.5} />
          </IconButton>
        </span>
      )}
    </li>
  )
}

interface AddMenuProps {
  readonly label: string
  readonly icon?: boolean
  readonly parts: readonly string[]
  readonly onAdd: (kind: BuilderKind, part?: string) => void
}

function AddMenu({ label, icon = false, parts, onAdd }: AddMenuProps) {
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        {icon ? (
          <IconButton label={label} size={24}>
            <IconPlus size={14} stroke={1.5} />
          </IconButton>
        ) : (
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden="true" />}>
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {fieldKinds
          .filter((kind) => kind !== 'reusable')
          .map((kind) => (
            <Menu.Item key={kind} onClick={() => onAdd(kind)}>
              {kindNames[kind]}
            </Menu.Item>
          ))}
        {parts.length > 0 && <Menu.Divider />}
        {parts.map((part) => (
          <Menu.Item key={part} onClick={() => onAdd('reusable', part)}>
            Reusable part “{part}”
          </Menu.Item>
        ))}
        {parts.map((part) => (
          <Menu.Item key={`list ${part}`} onClick={() => onAdd('list-of-groups', part)}>
            List of “{part}”
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
