import { CloseButton } from '@mantine/core'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { registerCommands } from '../../../workbench/commands/commands'
import { viewCommand } from '../../../workbench/commands/view-commands'
import { FindField } from '../../../workbench/FindField'
import type { FormParts } from '../form-context'
import type { FormStore } from '../store/form-store'
import { reveal } from '../structure/reveal'
import { useSignal } from '../../../state/signal'
import { findPlaces } from './find-places'
import classes from './FormFind.module.css'

interface FormFindProps {
  readonly store: FormStore
  /** What is drawn of the form now. */
  readonly parts: () => FormParts | null
}

/** Finds words in the labels and values of a form, also in what is folded or far away. */
export function FormFind({ store, parts }: FormFindProps) {
  const [asked, setAsked] = useState(0)
  const close = () => setAsked(0)
  useEffect(
    () =>
      registerCommands([
        {
          ...viewCommand('document.find'),
          title: 'Find in the form',
          run: () => setAsked((count) => count + 1)
        }
      ]),
    []
  )
  return asked === 0 ? null : <Bar asked={asked} store={store} parts={parts} onClose={close} />
}

interface BarProps extends FormFindProps {
  /** Counts up whenever the person asks for it again. */
  readonly asked: number
  readonly onClose: () => void
}

function Bar({ asked, store, parts, onClose }: BarProps) {
  useSignal(store.changed)
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  /** The place that was asked for last, until the search ends. */
  const goal = useRef<string | null>(null)
  const [text, setText] = useState('')
  /** The place that was gone to since these words are looked for; before it is the first one. */
  const [gone, setGone] = useState<{ readonly wanted: string; readonly pointer: string } | null>(null)
  const wanted = useDeferredValue(text)
  const { data } = store
  const found = useMemo(() => findPlaces(store.schema, data, wanted), [store, data, wanted])
  const shown = gone?.wanted === wanted ? gone.pointer : found[0]
  const at = shown === undefined ? -1 : found.indexOf(shown)

  const show = (pointer: string | undefined) => {
    const current = parts()
    if (!current || pointer === undefined) return
    goal.current = pointer
    void reveal(current, pointer, { focus: false }).then(() => {
      if (goal.current === pointer) mark(current, pointer)
    })
  }
  const go = (by: 1 | -1) => {
    const from = at < 0 && by < 0 ? 0 : at
    const pointer = found[(from + by + found.length) % found.length]
    if (pointer !== undefined) setGone({ wanted, pointer })
    show(pointer)
  }
  const step = useEffectEvent(go)
  useEffect(() => {
    if (document.activeElement !== field.current) before.current = document.activeElement
    field.current?.focus()
    field.current?.select()
  }, [asked])
  // what is typed shows the first place at once; the keyboard stays where the words are
  const showFirst = useEffectEvent(() => show(found[0]))
  useEffect(() => {
    if (wanted !== '') showFirst()
    return unmark
  }, [wanted])
  useEffect(
    () =>
      registerCommands([
        {
          ...viewCommand('form.find-next'),
          run: () => step(1)
        },
        {
          ...viewCommand('form.find-previous'),
          run: () => step(-1)
        }
      ]),
    []
  )
  const close = () => {
    onClose()
    goal.current = null
    const current = parts()
    // the field that had the keyboard may have been drawn anew since
    const back = found[at] ?? pointerOf(before.current)
    if (current && back !== null) void reveal(current, back)
    else if (before.current instanceof HTMLElement) before.current.focus()
  }
  return (
    <div className={classes.bar} role="search">
      <FindField
        ref={field}
        label="Find in the form"
        text={text}
        count={wanted.trim() === '' ? null : found.length}
        at={at}
        keys={{ next: 'F3', previous: 'shift+F3' }}
        onText={setText}
        onGo={go}
        onClose={close}
      />
      <CloseButton size="sm" aria-label="Close the search" onClick={close} />
    </div>
  )
}

/** The place of the form that an element is in, also when the element is gone. */
const pointerOf = (element: Element | null): string | null =>
  element?.closest('[data-pointer]')?.getAttribute('data-pointer') ?? null

const MARK = 'data-found'

/** The element belongs to a form of any length: it is marked without drawing the form anew. */
function mark({ scroller }: FormParts, pointer: string): void {
  unmark()
  scroller.current?.querySelector(`[data-pointer=${JSON.stringify(pointer)}]`)?.setAttribute(MARK, '')
}

function unmark(): void {
  for (const element of document.querySelectorAll(`[${MARK}]`)) element.removeAttribute(MARK)
}
