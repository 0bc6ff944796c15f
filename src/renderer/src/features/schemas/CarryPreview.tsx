import { segmentsOf } from '../../../../common/content/paths'
import { segmentsOfPointer, type JsonValue, type Pointer } from '../../../../common/schema'
import type { CarriedDocument } from './document-check'
import type { UsingDocument } from './impact'
import { numberText } from '../../components/formats'
import classes from './schemas.module.css'

const SHOWN = 50
const FEW = 3

/**
 * What changes in which documents when the schema is saved, what stays, and which ones this person may not
 * change.
 */
export function CarryPreview({ documents }: { readonly documents: readonly UsingDocument[] }) {
  if (documents.length === 0) return null
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard
    <ul className={classes.affected} tabIndex={0} aria-label="Values that are carried over">
      {documents.slice(0, SHOWN).map(({ path, answer: { carry }, mayWrite }) => (
        <li key={path}>
          {segmentsOf(path).slice(2).join('/')}
          {!mayWrite && ': you may not change it, so its values stay where they are.'}
          {mayWrite && carry && <Changes carry={carry} />}
        </li>
      ))}
      {documents.length > SHOWN && <li>and {numberText(documents.length - SHOWN)} more documents</li>}
    </ul>
  )
}

function Changes({ carry: { carried, count, stayed, stayedCount } }: { readonly carry: CarriedDocument }) {
  const more = count + stayedCount - Math.min(carried.length, FEW) - Math.min(stayed.length, FEW)
  return (
    <ul>
      {carried.slice(0, FEW).map(({ from, to, value }) => (
        <li key={from}>
          {from === to ? placeWords(from) : `${placeWords(from)} → ${placeWords(to)}`}: {shortly(value)}
        </li>
      ))}
      {stayed.slice(0, FEW).map(({ from, to, why }) => (
        <li key={from}>
          {placeWords(from)} stays:{' '}
          {why === 'taken' ? `${placeWords(to)} has a value already` : `it does not fit ${placeWords(to)}`}
        </li>
      ))}
      {more > 0 && <li>and {numberText(more)} more</li>}
    </ul>
  )
}

/** `/crew/0/name` → `crew › 1 › name`. */
const placeWords = (pointer: Pointer): string =>
  segmentsOfPointer(pointer)
    .map((segment) => (/^\d+$/.test(segment) ? String(Number(segment) + 1) : segment))
    .join(' › ')

function shortly(value: JsonValue): string {
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
