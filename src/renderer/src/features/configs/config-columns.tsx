import { useId, useState, type KeyboardEvent } from 'react'
import { parseBinding, BINDING_KEY } from '../../../../common/formats/structured'
import { isComposing, isEnter, isEscape } from '../../components/keys'
import type { CellEditorProps, ColumnKind, ColumnKinds } from '../../engines/grid'
import { usePathSuggestions } from './path-suggestions'
import classes from './configs.module.css'

const made = new Map<string, ColumnKinds>()

/**
 * What the columns of a config have of their own: paths are completed, actions chosen, groups shown one by
 * one, entries checked.
 */
export function configColumns(org: string): ColumnKinds {
  const known = made.get(org)
  if (known) return known
  const path: ColumnKind = { Editor: pathEditor(org), check: pathProblem }
  const kinds: ColumnKinds = (sheet, column) => {
    if (sheet === 'permissions') {
      if (column === 'path') return path
      if (column === 'actions') return actions
      if (column === 'groups') return groups
    }
    return column === 'value' ? values : null
  }
  made.set(org, kinds)
  return kinds
}

const actions: ColumnKind = { Cell: ActionsCell, Editor: ActionsEditor, check: actionsProblem }
const groups: ColumnKind = { Cell: GroupsCell, check: groupsProblem }
const values: ColumnKind = { check: valueProblem }

/** The rest of a path is offered from what is in the folder that is typed. */
function pathEditor(org: string) {
  return function PathEditor({ text, typed, label, onText, onDone, onCancel }: CellEditorProps) {
    const [value, setValue] = useState(text)
    const list = useId()
    const places = usePathSuggestions(org, value === '' ? '/' : value)
    const offered = ['CONFIG', '/+**', ...places.flatMap((place) => [place, `${place}/+**`])]
    return (
      <>
        <input
          // eslint-disable-next-line jsx-a11y/no-autofocus -- a cell that is edited takes the keyboard
          autoFocus
          className={classes.cellField}
          aria-label={label}
          list={list}
          value={value}
          spellCheck={false}
          onFocus={(event) => {
            if (!typed) event.currentTarget.select()
          }}
          onChange={(event) => {
            setValue(event.currentTarget.value)
            onText(event.currentTarget.value)
          }}
          onKeyDown={cellKeys(onDone, onCancel)}
          onBlur={() => onDone('stay')}
        />
        <datalist id={list}>
          {offered.slice(0, 200).map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      </>
    )
  }
}

const choices = [
  { value: 'write', label: 'Read and write' },
  { value: 'read', label: 'Read' },
  { value: '', label: 'No access' }
] as const

function ActionsEditor({ text, typed, label, onText, onDone, onCancel }: CellEditorProps) {
  const begun = typed
    ? (choices.find((choice) => choice.value !== '' && choice.value.startsWith(text))?.value ?? '')
    : text
  const [value, setValue] = useState(begun)
  const other = choices.every((choice) => choice.value !== value)
  return (
    <select
      // eslint-disable-next-line jsx-a11y/no-autofocus -- a cell that is edited takes the keyboard
      autoFocus
      className={classes.cellField}
      aria-label={label}
      value={value}
      onChange={(event) => {
        setValue(event.currentTarget.value)
        onText(event.currentTarget.value)
      }}
      onKeyDown={cellKeys((after) => onDone(after, value), onCancel)}
      onBlur={() => onDone('stay', value)}
    >
      {other && <option value={value}>{actionWords(value)}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

function cellKeys(onDone: CellEditorProps['onDone'], onCancel: CellEditorProps['onCancel']) {
  return (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (isEscape(event)) onCancel()
    else if (isEnter(event)) onDone(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') onDone(event.shiftKey ? 'previous' : 'next')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

function ActionsCell({ text }: { readonly text: string }) {
  return (
    <span data-none={text.trim() === '' || undefined} className={classes.action}>
      {actionWords(text)}
    </span>
  )
}

function GroupsCell({ text }: { readonly text: string }) {
  return listOf(text).map((name) => (
    <span key={name} className={classes.chip}>
      {name}
    </span>
  ))
}

/** What an action list comes to; a text that is none stands as it is (P2). */
function actionWords(text: string): string {
  const words = listOf(text).map((word) => word.toLowerCase())
  if (words.length === 0) return 'No access'
  if (words.some((word) => word !== 'read' && word !== 'write')) return text
  return words.includes('write') ? 'Read and write' : 'Read'
}

function actionsProblem(text: string): string | null {
  const odd = listOf(text).filter((word) => !['read', 'write'].includes(word.toLowerCase()))
  return odd.length === 0 ? null : `Galley knows “read” and “write”; “${odd.join(', ')}” gives nothing.`
}

function groupsProblem(text: string, row: (column: string) => string): string | null {
  return listOf(text).length === 0 && row('path').trim() !== ''
    ? 'A row without a person or group says nothing. Give e-mails or groups, with commas between.'
    : null
}

function pathProblem(text: string, row: (column: string) => string): string | null {
  const path = text.replace(/\s/g, '')
  if (path === '') return row('groups').trim() === '' ? null : 'A row without a path says nothing.'
  if (path === 'CONFIG' || path.startsWith('/')) {
    const star = path.indexOf('*')
    return star < 0 || path.endsWith('/**') || path.endsWith('/+**')
      ? null
      : 'Only “/**” (all below) and “/+**” (itself and all below) stand for more than one path.'
  }
  return 'A path begins with a slash: /site/folder. CONFIG stands for the configs.'
}

function valueProblem(text: string, row: (column: string) => string): string | null {
  if (row('key').trim() !== BINDING_KEY) return null
  const reading = parseBinding(text)
  return 'problem' in reading ? reading.problem : null
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
