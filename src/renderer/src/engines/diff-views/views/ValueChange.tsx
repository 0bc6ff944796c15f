import { Fragment } from 'react'
import { diffWords, type TextDiff } from '../../../../../common/compare'
import type { JsonValue } from '../../../../../common/schema'
import { textOfValue } from '../changes/value-text'
import classes from './Views.module.css'

interface ValueChangeProps {
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
}

/** A value that gave way to another. Long texts are shown once, with what went and came in them. */
export function ValueChange({ before, after }: ValueChangeProps) {
  if (typeof before === 'string' && typeof after === 'string' && isLong(before) && isLong(after)) {
    const edits = diffWords(before, after)
    if (sharedShare(before, edits) > 0.4) return <Inline before={before} edits={edits} />
  }
  return (
    <span className={classes.values}>
      <del>{textOfValue(before)}</del>
      <span className={classes.arrow} aria-hidden="true">
        →
      </span>
      <ins>{textOfValue(after)}</ins>
    </span>
  )
}

const isLong = (text: string) => text.length > 24 && text.length < 100_000

function sharedShare(before: string, edits: TextDiff): number {
  const gone = edits.reduce((sum, { removed }) => sum + removed.length, 0)
  return 1 - gone / Math.max(1, before.length)
}

/** Words round an edit that are shown; more of them are left out. */
const CONTEXT = 160

function Inline({ before, edits }: { readonly before: string; readonly edits: TextDiff }) {
  const endOf = (index: number) => {
    const edit = edits[index]
    return edit ? edit.before + edit.removed.length : 0
  }
  const rest = before.slice(endOf(edits.length - 1))
  return (
    <span className={classes.text}>
      {edits.map(({ before: start, removed, added }, index) => (
        <Fragment key={start}>
          {shortened(before.slice(endOf(index - 1), start), index === 0)}
          {removed !== '' && <del>{removed}</del>}
          {added !== '' && <ins>{added}</ins>}
        </Fragment>
      ))}
      {rest.length > CONTEXT ? `${rest.slice(0, CONTEXT)}…` : rest}
    </span>
  )
}

function shortened(text: string, first: boolean): string {
  if (first) return text.length > CONTEXT ? `…${text.slice(-CONTEXT)}` : text
  return text.length > 2 * CONTEXT ? `${text.slice(0, CONTEXT)} … ${text.slice(-CONTEXT)}` : text
}
