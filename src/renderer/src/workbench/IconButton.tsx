import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import {
  useEffect,
  useRef,
  useState,
  type MouseEventHandler,
  type ReactNode,
  type Ref,
  type RefObject
} from 'react'
import { useShortcutOf } from './commands/commands'
import { shownShortcut } from './commands/shown-keys'

interface IconButtonProps extends ActionIconProps {
  readonly label: string
  /** Keys that are not those of a command. */
  readonly shortcut?: string | undefined
  /** Whose keys are shown. */
  readonly command?: string
  readonly pressed?: boolean
  /** -1: in a toolbar that is one stop of Tab. */
  readonly tabIndex?: number
  readonly onClick?: MouseEventHandler<HTMLButtonElement>
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/** Milliseconds for which the pointer rests, or the keyboard stays, before the name is shown. */
const DELAY = 500

/**
 * A small icon that says its name, and its shortcut, on hover, to whoever comes by keyboard, and to screen
 * readers.
 */
export function IconButton({
  label,
  shortcut: fixed,
  command,
  pressed,
  ref,
  children,
  ...rest
}: IconButtonProps) {
  const ofCommand = useShortcutOf(command ?? '')
  const shortcut = fixed ?? ofCommand
  const button = useRef<HTMLButtonElement>(null)
  const merged = useMergedRef(button, ref)
  const [isLookedAt, setLookedAt] = useState(false)
  return (
    <>
      <ActionIcon
        ref={merged}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...rest}
        onPointerEnter={(event) => setLookedAt(event.pointerType !== 'touch')}
        onPointerLeave={() => setLookedAt(false)}
        onFocus={(event) => setLookedAt(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setLookedAt(false)}
      >
        {children}
      </ActionIcon>
      {/* made when it is wanted: toolbars are made often, and their names would be half of the work */}
      {isLookedAt && <Name of={button} text={shortcut ? `${label} (${shownShortcut(shortcut)})` : label} />}
    </>
  )
}

function Name({ of, text }: { readonly of: RefObject<HTMLButtonElement | null>; readonly text: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY)
    return () => clearTimeout(timer)
  }, [])
  return <Tooltip target={of} label={text} opened={isShown} />
}
