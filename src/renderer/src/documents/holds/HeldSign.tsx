import { VisuallyHidden } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { isMe } from '../together/people-words'
import { heldWords, ownWords, type Hold } from './hold-words'
import classes from './HeldSign.module.css'

interface HeldSignProps {
  readonly hold: Hold | null
  /** Of the words, for whoever describes a line by them. */
  readonly id?: string
}

/** That somebody holds a document, as a small lock, and in words for who does not see it; nothing where nobody does. */
export function HeldSign({ hold, id }: HeldSignProps) {
  if (!hold) return null
  const words = isMe(hold.by) ? ownWords(hold) : heldWords(hold)
  return (
    <span id={id} className={classes.sign} title={words}>
      <IconLock size={12} stroke={1.5} aria-hidden="true" />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
