import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { NumberField } from '../../../../../common/schema/fields'
import { isComposing } from '../../../components/keys'
import { useForm } from '../form-context'
import classes from './fields.module.css'
import type { ControlProps } from './Leaf'
import { readNumber, stepped } from './numbers'
import { shownText } from './shown-text'

const HOLD = 400
const REPEAT = 60

/** A number, typed or stepped. What is no number is kept as it was typed, and said to be none. */
export function NumberControl({ field, pointer, place, readOnly, attributes }: ControlProps<NumberField>) {
  const { store } = useForm()
  const { value } = place
  // What is typed stays as it is typed ("1.", "-0") as long as it means the value.
  const [typed, setTyped] = useState<string | null>(null)
  const [focused, setFocused] = useState(false)
  const text = typed !== null && sameMeaning(typed, value) ? typed : shownText(value)

  const step = (by: number) => {
    if (readOnly) return
    const next = stepped(store.value(pointer), by, field)
    if (next === null) return
    setTyped(null)
    store.set(pointer, next, 'typing')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined || isComposing(event) || event.altKey || event.ctrlKey || event.metaKey)
      return
    event.preventDefault()
    step(direction * (event.shiftKey ? 10 : 1))
  }
  return (
    <span
      className={classes.number}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        setTyped(null)
      }}
    >
      <input
        type="text"
        inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
        role="spinbutton"
        {...attributes}
        aria-valuenow={typeof value === 'number' ? value : undefined}
        aria-valuemin={field.minimum ?? undefined}
        aria-valuemax={field.maximum ?? undefined}
        aria-valuetext={text === '' ? 'empty' : text}
        className={classes.input}
        autoComplete="off"
        readOnly={readOnly}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          const next = event.currentTarget.value
          setTyped(next)
          store.set(pointer, readNumber(next) ?? next, 'typing')
        }}
      />
      {focused && !readOnly && <Steppers onStep={step} />}
    </span>
  )
}

function sameMeaning(typed: string, value: unknown): boolean {
  return (readNumber(typed) ?? typed) === (value ?? '')
}

function Steppers({ onStep }: { readonly onStep: (by: number) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  const hold = (event: PointerEvent, by: number) => {
    event.preventDefault()
    if (event.button !== 0) return
    const again = () => {
      onStep(by)
      timer.current = setTimeout(again, REPEAT)
    }
    onStep(by)
    timer.current = setTimeout(again, HOLD)
  }
  const events = { onPointerUp: stop, onPointerLeave: stop, onPointerCancel: stop }
  // Keys do the same in the field itself, so these are for the mouse only.
  return (
    <span className={classes.steppers} aria-hidden="true">
      <button type="button" tabIndex={-1} onPointerDown={(event) => hold(event, 1)} {...events}>
        <IconChevronUp size={12} />
      </button>
      <button type="button" tabIndex={-1} onPointerDown={(event) => hold(event, -1)} {...events}>
        <IconChevronDown size={12} />
      </button>
    </span>
  )
}
