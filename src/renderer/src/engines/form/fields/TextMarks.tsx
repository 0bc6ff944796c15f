import { Fragment, type RefObject } from 'react'
import type { FaultyStretch } from '../../../documents/links/value-faults'
import classes from './fields.module.css'
import { useScrolledWith } from './scrolled-with'
import { directionOf } from './shown-text'

interface TextMarksProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly faults: readonly FaultyStretch[]
}

/** Underlines what needs a look in a text of several lines: the text once more over it, unseen but for the lines. */
export function TextMarks({ field, text, faults }: TextMarksProps) {
  const marks = useScrolledWith(field)
  return (
    <div ref={marks} className={classes.marks} dir={directionOf(text)} aria-hidden="true">
      {faults.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(faults[at - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(faults.at(-1)?.to ?? 0)}{' '}
    </div>
  )
}
