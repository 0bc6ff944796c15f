import type { Choice } from '../../../../common/merge'
import type { SyncConflictDetail } from '../../../../common/sync'
import classes from './sync.module.css'

type Conflict = SyncConflictDetail['conflicts'][number]

interface ConflictCardProps {
  readonly conflict: Conflict
  readonly onChoose: (choice: Choice) => void
}

const sides = [
  { choice: 'local', title: 'Mine' },
  { choice: 'remote', title: 'The server’s' },
  { choice: 'base', title: 'As it was before' }
] as const

/** One place that both have changed: its three states side by side, to choose from. */
export function ConflictCard({ conflict, onChoose }: ConflictCardProps) {
  const { place, kind, choices, choice } = conflict
  const title = titleOf(conflict)
  return (
    <fieldset className={classes.card} data-open={choice === null}>
      <legend>{title}</legend>
      {kind === 'validity' && <p className={classes.text}>{place.names.join(' ')}</p>}
      <div className={classes.sides}>
        {sides.map((side) => {
          if (!choices.includes(side.choice) && side.choice !== 'base') return null
          const mayChoose = choices.includes(side.choice)
          if (side.choice === 'base' && conflict.base === undefined) return null
          return (
            <label key={side.choice} className={classes.side} data-chosen={choice === side.choice}>
              <span>
                <input
                  type="radio"
                  name={`conflict ${conflict.id}`}
                  disabled={!mayChoose}
                  checked={choice === side.choice}
                  onChange={() => onChoose(side.choice)}
                />
                {side.title}
              </span>
              <pre>{kind === 'validity' || kind === 'file' ? '' : shownValue(conflict[side.choice])}</pre>
            </label>
          )
        })}
      </div>
      {(['both', 'merged'] as const).map((more) =>
        choices.includes(more) ? (
          <label key={more} className={classes.more}>
            <input
              type="radio"
              name={`conflict ${conflict.id}`}
              checked={choice === more}
              onChange={() => onChoose(more)}
            />
            {more === 'both' ? 'Both, mine first' : 'The merge all the same'}
          </label>
        ) : null
      )}
    </fieldset>
  )
}

const kinds: Readonly<Record<Conflict['kind'], string>> = {
  field: 'Field',
  item: 'Item',
  list: 'List',
  cell: 'Cell',
  row: 'Row',
  sheet: 'Sheet',
  order: 'Order of',
  block: 'Part of the page:',
  text: '',
  validity: 'Together the two break a rule',
  file: 'The whole file'
}

function titleOf({ kind, place }: Conflict): string {
  if (kind === 'validity' || kind === 'file') return kinds[kind]
  const names = place.names.join(' › ')
  return `${kinds[kind]} ${names}`.trim() || 'The whole content'
}

function shownValue(value: unknown): string {
  if (value === undefined) return '(not there)'
  if (value === '') return '(empty)'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
