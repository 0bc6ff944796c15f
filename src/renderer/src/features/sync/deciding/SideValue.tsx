import { Fragment, useMemo } from 'react'
import { diffWords } from '../../../../../common/compare'
import type { ShownValue } from './shown-value'
import classes from './deciding.module.css'

interface SideValueProps {
  readonly value: ShownValue
  /** What it came from: words that are not in it are marked. */
  readonly from: ShownValue | null
}

/** One side of a conflict: what came in it underlined, what went struck through. */
export function SideValue({ value, from }: SideValueProps) {
  const parts = useMemo(() => partsOf(value, from), [value, from])
  return (
    <span
      className={classes.value}
      data-code={value.isCode || undefined}
      data-note={value.isNote || undefined}
    >
      {parts.map(({ text, kind }, index) => {
        if (kind === 'added') return <ins key={index}>{text}</ins>
        if (kind === 'removed') return <del key={index}>{text}</del>
        return <Fragment key={index}>{text}</Fragment>
      })}
    </span>
  )
}

interface Part {
  readonly text: string
  readonly kind: 'same' | 'added' | 'removed'
}

const MOST = 8_000

function partsOf(value: ShownValue, from: ShownValue | null): readonly Part[] {
  const whole: readonly Part[] = [{ text: value.text, kind: 'same' }]
  if (!from || value.isNote || from.isNote || value.text.length + from.text.length > MOST) return whole
  const edits = diffWords(from.text, value.text)
  const parts: Part[] = []
  let at = 0
  for (const { after, added, removed } of edits) {
    if (after > at) parts.push({ text: value.text.slice(at, after), kind: 'same' })
    if (removed !== '' && added.trim() === '') parts.push({ text: removed, kind: 'removed' })
    if (added !== '') parts.push({ text: added, kind: 'added' })
    at = after + added.length
  }
  if (at < value.text.length) parts.push({ text: value.text.slice(at), kind: 'same' })
  // nothing of it stayed: marks would only make it harder to read
  return parts.some(({ kind, text }) => kind === 'same' && text.trim() !== '') ? parts : whole
}
