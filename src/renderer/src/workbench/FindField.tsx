import { TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { numberText } from '../components/formats'
import classes from './FindField.module.css'
import { IconButton } from './IconButton'
import { isEnter, isEscape } from '../components/keys'

interface FindFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly text: string
  /** How many places were found; null while nothing is looked for. */
  readonly count: number | null
  /** Which of them is chosen, from 0; -1 for none. */
  readonly at: number
  readonly keys: { readonly next: string; readonly previous: string }
  readonly onText: (text: string) => void
  readonly onGo: (by: 1 | -1) => void
  readonly onClose: () => void
  /** More ways to look, between the field and its arrows. */
  readonly children?: ReactNode
}

/**
 * What is looked for, how often it was found, and the way to the next one. Enter goes on, Shift+Enter back,
 * Escape ends.
 */
export function FindField(props: FindFieldProps) {
  const { ref, label, text, count, at, keys, onText, onGo, onClose, children } = props
  return (
    <>
      <TextInput
        ref={ref}
        size="xs"
        className={classes.find ?? ''}
        aria-label={label}
        placeholder="Find"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isEnter(event)) onGo(event.shiftKey ? -1 : 1)
          else if (isEscape(event)) onClose()
        }}
        rightSectionWidth={78}
        rightSection={
          <span className={classes.count} role="status">
            {count === null ? '' : counted(at, count)}
          </span>
        }
      />
      {children}
      <IconButton label="Previous" shortcut={keys.previous} disabled={!count} onClick={() => onGo(-1)}>
        <IconChevronUp size={16} />
      </IconButton>
      <IconButton label="Next" shortcut={keys.next} disabled={!count} onClick={() => onGo(1)}>
        <IconChevronDown size={16} />
      </IconButton>
    </>
  )
}

function counted(at: number, count: number): string {
  if (count === 0) return 'none'
  const of = numberText(count)
  return at < 0 ? of : `${numberText(at + 1)} of ${of}`
}
