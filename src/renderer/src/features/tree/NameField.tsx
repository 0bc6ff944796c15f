import { useRef, useState, type KeyboardEvent } from 'react'
import { isEnter, isEscape } from '../../components/keys'
import classes from './Tree.module.css'
import { nameProblem, withOwnExtension, type NamedKind } from '../../engines/tree/names'

interface NameFieldProps {
  readonly label: string
  readonly initial: string
  readonly kind: NamedKind
  /** Names in the folder, without the one being changed. */
  readonly taken: readonly string[]
  /** Resolves to why it could not be done, or null. */
  readonly onSubmit: (typed: string) => Promise<string | null>
  readonly onDone: () => void
}

/**
 * A name typed in its place in the tree; says at once why a name cannot be used. Enter takes it, Escape
 * leaves it.
 */
export function NameField({ label, initial, kind, taken, onSubmit, onDone }: NameFieldProps) {
  const [typed, setTyped] = useState(initial)
  const [touched, setTouched] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  // While it is being done the new name may already stand in the list: that is not a clash.
  const busy = useRef(false)
  // A field that was left with Escape loses the keyboard before it goes.
  const left = useRef(false)
  const [sending, setSending] = useState(false)
  const whole = withOwnExtension(typed, initial, kind)
  const problem = refused ?? (touched && !sending ? nameProblem(whole, kind, taken) : null)

  const submit = async (leaving: boolean) => {
    if (busy.current || left.current) return
    if (leaving && (typed.trim() === '' || whole === initial)) return onDone()
    if (nameProblem(whole, kind, taken)) {
      setTouched(true)
      if (leaving) onDone()
      return
    }
    busy.current = true
    setSending(true)
    const why = await onSubmit(whole)
    // a dialog gives the keyboard back when it closes: leaving the field then is no second request
    left.current = why === null || leaving
    busy.current = false
    setSending(false)
    if (left.current) onDone()
    else setRefused(why)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isEnter(event)) {
      event.preventDefault()
      void submit(false)
    }
    if (isEscape(event)) {
      left.current = true
      onDone()
    }
  }

  return (
    <span className={classes.naming}>
      <input
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the person just asked to type here
        autoFocus
        className={classes.nameInput}
        aria-label={label}
        aria-invalid={problem !== null}
        value={typed}
        readOnly={sending}
        spellCheck={false}
        onFocus={(event) => selectStem(event.currentTarget)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setTouched(true)
          setRefused(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void submit(true)}
      />
      {problem && (
        <span role="alert" className={classes.nameProblem}>
          {problem}
        </span>
      )}
    </span>
  )
}

/** The name without its extension, as file managers do. */
function selectStem(input: HTMLInputElement): void {
  const dot = input.value.lastIndexOf('.')
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length)
}
