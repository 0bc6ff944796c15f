import { Button } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { countsOf, nameOfKind, type ChangeItem, type BlameAsk, type RestoreChoice } from '../changes/items'
import { Sign } from './Sign'
import type { Changes } from './useChanges'
import classes from './Views.module.css'
import { numberText } from '../../../components/formats'

/** What can be done with a change; null where it cannot be done in this comparison. */
export interface ChangeActions {
  readonly restore: ((choice: RestoreChoice, item: ChangeItem) => void) | null
  /** Why single changes cannot be taken back here. */
  readonly whyNot: string | null
  /** Says who made it. */
  readonly blame: ((ask: BlameAsk) => ReactNode) | null
}

interface ChangeBarProps<I extends ChangeItem> {
  readonly changes: Changes<I>
  readonly actions: ChangeActions
}

/** Below the changes: how many of which kind, the one that is looked at, and what can be done with it. */
export function ChangeBar<I extends ChangeItem>({ changes: { items, current }, actions }: ChangeBarProps<I>) {
  return (
    <section className={classes.changeBar} aria-label="The chosen change">
      <ul className={classes.legend} aria-label="Legend">
        {countsOf(items).map(({ kind, count }) => (
          <li key={kind}>
            <Sign kind={kind} /> {numberText(count)} {nameOfKind[kind].toLowerCase()}
          </li>
        ))}
      </ul>
      {current && (
        <div className={classes.chosen}>
          <p className={classes.chosenWords} role="status">
            <b>{current.title}</b> <span>{current.words}</span>
          </p>
          <div className={classes.chosenActions}>
            {current.restore.map((choice) => (
              <Button
                key={choice.label}
                size="compact-xs"
                variant="default"
                disabled={!actions.restore}
                title={actions.whyNot ?? undefined}
                onClick={() => actions.restore?.(choice, current)}
              >
                {choice.label}
              </Button>
            ))}
            {current.blame && actions.blame && (
              <Fragment key={current.key}>{actions.blame(current.blame)}</Fragment>
            )}
          </div>
          {actions.whyNot && current.restore.length > 0 && <p className={classes.whyNot}>{actions.whyNot}</p>}
        </div>
      )}
    </section>
  )
}
