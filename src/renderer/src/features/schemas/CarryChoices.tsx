import { NativeSelect } from '@mantine/core'
import type { Carry, LeftBehind, SchemaPlace } from '../../../../common/formats/structured/carry'
import { numberText } from '../../components/formats'
import classes from './schemas.module.css'

interface CarryChoicesProps {
  readonly places: readonly LeftBehind[]
  /** How many documents hold something at each place, as far as they are known. */
  readonly counts: ReadonlyMap<SchemaPlace, number>
  readonly carries: readonly Carry[]
  readonly onChange: (carries: readonly Carry[]) => void
}

/** For every place that the changed schema leaves behind: where its values go. */
export function CarryChoices({ places, counts, carries, onChange }: CarryChoicesProps) {
  const held = places.filter(({ from }) => (counts.get(from) ?? 0) > 0)
  if (held.length === 0) return null
  const choose = (from: SchemaPlace, to: string) =>
    onChange([...carries.filter((carry) => carry.from !== from), ...(to === '' ? [] : [{ from, to }])])
  return (
    <div className={classes.carries} role="group" aria-label="Values without a place in the changed schema">
      {held.map((place) => (
        <NativeSelect
          key={place.from}
          size="xs"
          label={sentenceFor(place, counts.get(place.from) ?? 0)}
          value={carries.find(({ from }) => from === place.from)?.to ?? ''}
          onChange={(event) => choose(place.from, event.currentTarget.value)}
          data={[
            { value: '', label: 'Leave them: they are kept, and not in the form' },
            ...place.candidates
              // two values have no room in one place
              .filter(({ to }) => !carries.some((carry) => carry.to === to && carry.from !== place.from))
              .map(({ to, label }) => ({
                value: to,
                label: place.retyped
                  ? 'Carry them over to the new kind of value'
                  : `Carry them over to “${label}” (${wordsOf(to)})`
              }))
          ]}
        />
      ))}
    </div>
  )
}

function sentenceFor({ from, label, retyped }: LeftBehind, count: number): string {
  const documents = count === 1 ? '1 document has' : `${numberText(count)} documents have`
  return retyped
    ? `“${label}” holds another kind of value now; ${documents} one of the old kind.`
    : `“${label}” (${wordsOf(from)}) is not in the schema any more; ${documents} a value there.`
}

/** `/crew/*` and a key below it → `crew › key`. */
const wordsOf = (place: SchemaPlace): string =>
  place
    .slice(1)
    .split('/')
    .filter((segment) => segment !== '*')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')
