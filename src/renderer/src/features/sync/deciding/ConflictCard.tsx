import { memo, useMemo, type KeyboardEvent } from 'react'
import type { Choice } from '../../../../../common/formats'
import { choiceOfKey } from './keyboard'
import { titleOf, type Conflict } from './place-words'
import { needsSource, shownValue } from './shown-value'
import { SideValue } from './SideValue'
import classes from './deciding.module.css'

interface ConflictCardProps {
  readonly conflict: Conflict
  /** What is chosen here, also while the service has not heard of it yet. */
  readonly choice: Choice | null
  /** What the server is called. */
  readonly server: string
  /** Pages by their markup. */
  readonly asSource: boolean
  readonly onChoose: (id: string, choice: Choice) => void
}

const sides = ['base', 'local', 'remote'] as const

/** One place that both have changed: its three states side by side, to choose from (Y30). */
export const ConflictCard = memo(function ConflictCard(props: ConflictCardProps) {
  const { conflict, choice, server, asSource, onChoose } = props
  const { id, place, kind, choices } = conflict
  const values = useMemo(() => {
    const source = asSource || needsSource(conflict)
    return {
      base: shownValue(conflict.kind, conflict.base, source),
      local: shownValue(conflict.kind, conflict.local, source),
      remote: shownValue(conflict.kind, conflict.remote, source)
    }
  }, [conflict, asSource])
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = choiceOfKey(event)
    if (!wanted || !choices.includes(wanted)) return
    event.preventDefault()
    onChoose(id, wanted)
  }
  const hasValues = kind !== 'validity' && kind !== 'file'
  return (
    <fieldset className={classes.card} data-open={choice === null} data-conflict={id}>
      <legend>{titleOf(conflict)}</legend>
      {kind === 'validity' && <p className={classes.rule}>{place.names.join(' ')}</p>}
      <div className={classes.sides}>
        {sides.map((side) => {
          const mayChoose = choices.includes(side)
          if (!mayChoose && (side !== 'base' || conflict.base === undefined)) return null
          return (
            <label key={side} className={classes.side} data-chosen={choice === side} data-off={!mayChoose}>
              <span className={classes.who} title={side === 'remote' ? server : undefined}>
                <input
                  type="radio"
                  name={`conflict ${id}`}
                  value={side}
                  disabled={!mayChoose}
                  checked={choice === side}
                  onChange={() => onChoose(id, side)}
                  onKeyDown={onKeyDown}
                />
                {titles[side]}
              </span>
              {hasValues && <SideValue value={values[side]} from={side === 'base' ? null : values.base} />}
            </label>
          )
        })}
      </div>
      {(['both', 'merged'] as const).map((more) =>
        choices.includes(more) ? (
          <label key={more} className={classes.extra}>
            <input
              type="radio"
              name={`conflict ${id}`}
              value={more}
              checked={choice === more}
              onChange={() => onChoose(id, more)}
              onKeyDown={onKeyDown}
            />
            {more === 'both' ? 'Both, mine first' : 'The merge all the same'}
          </label>
        ) : null
      )}
    </fieldset>
  )
}, sameCard)

const titles = { base: 'As it was before', local: 'Mine', remote: 'The server’s' } as const

/** The service tells everything anew after each choice: of one state, what has one id is the same. */
function sameCard(a: ConflictCardProps, b: ConflictCardProps): boolean {
  return (
    a.conflict.id === b.conflict.id &&
    a.choice === b.choice &&
    a.server === b.server &&
    a.asSource === b.asSource &&
    a.onChoose === b.onChoose &&
    (a.conflict.kind !== 'validity' || a.conflict.place.names.join() === b.conflict.place.names.join())
  )
}
