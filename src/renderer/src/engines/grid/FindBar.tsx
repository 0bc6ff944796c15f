import { CloseButton, TextInput } from '@mantine/core'
import { IconLetterCase } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import {
  findAll,
  setCells,
  typedCell,
  cellText,
  type Found,
  type Sheet
} from '../../../../common/formats/sheet'
import { Button } from '@mantine/core'
import { FindField } from '../../workbench/FindField'
import { IconButton } from '../../workbench/IconButton'
import { isEscape } from '../../components/keys'
import { useSignal } from '../../state/signal'
import { act, type Shown } from './grid-actions'
import classes from './SheetEditor.module.css'

interface FindBarProps {
  readonly shown: Shown
  readonly sheet: Sheet
  /** Counts up whenever the person asks for it again. */
  readonly asked: number
  readonly onClose: () => void
}

/** Finds text in the cells that are shown, and replaces it. Enter goes on, Shift+Enter back, Escape ends. */
export function FindBar({ shown, sheet, asked, onClose }: FindBarProps) {
  const { state, store } = shown
  useSignal(state.viewed)
  useSignal(state.moved)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [replacement, setReplacement] = useState('')
  const wanted = useDeferredValue(text)
  const rows = state.shown(sheet)
  const found = useMemo(() => findAll(sheet, rows, wanted, matchCase), [sheet, rows, wanted, matchCase])
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const { anchor } = state.selection
  const at = found.findIndex(({ row, column }) => row === anchor.row && column === anchor.column)

  const go = (by: 1 | -1) => {
    const next = at >= 0 ? found[(at + by + found.length) % found.length] : nearest(found, anchor, by)
    if (next) state.goTo(next)
  }
  const replaced = (value: string) => replaceAll(value, wanted, replacement, matchCase)
  const replace = (which: readonly Found[]) => {
    act(shown, which.length === 1 ? 'Replace' : `Replace in ${which.length} cells`, (now) =>
      setCells(
        now,
        which.flatMap(({ row, column }) => {
          const index = rows[row]
          const slot = now.columns[column]?.slot
          if (index === undefined || slot === undefined) return []
          const before = now.rows[index]?.cells[slot]
          return [{ row: index, slot, value: typedCell(before, replaced(cellText(before))) }]
        })
      )
    )
  }
  return (
    <div className={classes.bar} role="search">
      <FindField
        ref={field}
        label="Find in the sheet"
        text={text}
        count={wanted === '' ? null : found.length}
        at={at}
        keys={{ next: 'enter', previous: 'shift+enter' }}
        onText={setText}
        onGo={go}
        onClose={onClose}
      >
        <IconButton label="Match case" pressed={matchCase} onClick={() => setMatchCase(!matchCase)}>
          <IconLetterCase size={16} />
        </IconButton>
      </FindField>
      {!store.readOnly && (
        <>
          <TextInput
            size="xs"
            className={classes.find ?? ''}
            aria-label="Replace with"
            placeholder="Replace with"
            value={replacement}
            onChange={(event) => setReplacement(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (isEscape(event)) onClose()
            }}
          />
          <Button
            variant="default"
            size="compact-sm"
            disabled={at < 0}
            onClick={() => {
              const here = found[at]
              if (here) replace([here])
              go(1)
            }}
          >
            Replace
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={found.length === 0}
            onClick={() => replace(found)}
          >
            Replace all
          </Button>
        </>
      )}
      <CloseButton size="sm" aria-label="Close the search" onClick={onClose} />
    </div>
  )
}

function nearest(found: readonly Found[], from: Found, by: 1 | -1): Found | undefined {
  const before = (a: Found, b: Found) => a.row < b.row || (a.row === b.row && a.column < b.column)
  if (by > 0) return found.find((one) => before(from, one)) ?? found[0]
  return [...found].reverse().find((one) => before(one, from)) ?? found.at(-1)
}

function replaceAll(value: string, wanted: string, by: string, matchCase: boolean): string {
  if (wanted === '') return value
  const pattern = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return value.replace(new RegExp(pattern, matchCase ? 'g' : 'gi'), () => by)
}
