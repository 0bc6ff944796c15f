import { useMemo } from 'react'
import type { Pointer } from '../../../../common/json/pointer'
import type { Here } from '../../../../common/rooms/frames'
import type { LetterPlace } from '../../../../common/rooms/overlay/letters'
import { bytesOfData, dataPlaceIn } from '../../../../common/rooms/window/data-places'
import type { Company } from '../../documents/together/company'
import { useRead } from '../../state/signal'
import { useForm, type FormParts } from './form-context'
import { reveal } from './structure/reveal'

const nobody: readonly Here[] = []

/** Who else is in which field. */
export interface FieldOthers {
  readonly at: (pointer: Pointer) => readonly Here[]
  readonly subscribe: (listener: () => void) => () => void
}

function fieldOthers(company: Company): FieldOthers {
  let known: readonly Here[] | null = null
  let fields: ReadonlyMap<Pointer, readonly Here[]> = new Map()
  return {
    at(pointer) {
      if (known !== company.people) {
        fields = fieldsOf(company.people, fields)
        known = company.people
      }
      return fields.get(pointer) ?? nobody
    },
    subscribe: company.changed.subscribe
  }
}

/** By the field that each is in; a field whose people are the same ones keeps them. */
function fieldsOf(
  people: readonly Here[],
  before: ReadonlyMap<Pointer, readonly Here[]>
): ReadonlyMap<Pointer, readonly Here[]> {
  const found = new Map<Pointer, Here[]>()
  for (const one of people) {
    const place = one.at && dataPlaceIn(one.at)
    if (place && 'field' in place) found.set(place.field, [...(found.get(place.field) ?? []), one])
  }
  const isSame = (one: Here, other: Here | undefined) =>
    one.who === other?.who && one.isIdle === other.isIdle && isSamePlace(one.at, other.at)
  return new Map(
    [...found].map(([pointer, now]) => {
      const were = before.get(pointer)
      return [
        pointer,
        were?.length === now.length && now.every((one, i) => isSame(one, were[i])) ? were : now
      ]
    })
  )
}

const isSamePlace = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === other || (one?.length === other?.length && one?.every((byte, at) => byte === other?.[at]) === true)

/** Who else is in this field; draws anew only when that changes. */
export function useOthersAt(pointer: Pointer): readonly Here[] {
  const { others } = useForm()
  return useRead(others ?? null, () => others?.at(pointer) ?? nobody)
}

/**
 * Tells the others in which field one is, and goes to theirs.
 * @returns a function that ends it
 */
export function joinForm(company: Company, parts: FormParts, scroller: HTMLElement): () => void {
  let field: Element | null = null
  const focused = ({ target }: FocusEvent) => {
    field = target instanceof Element ? target : null
    company.moved('form')
  }
  const typed = () => company.moved('form')
  const chose = () => {
    if (field instanceof HTMLTextAreaElement && document.activeElement === field) company.moved('form')
  }
  document.addEventListener('selectionchange', chose)
  scroller.addEventListener('focusin', focused)
  scroller.addEventListener('input', typed)
  const where = () => {
    const pointer =
      field?.isConnected === true ? field.closest('[data-pointer]')?.getAttribute('data-pointer') : null
    if (pointer === null || pointer === undefined) return null
    const chosen = field instanceof HTMLTextAreaElement ? chosenIn(field, pointer, parts) : null
    return bytesOfData({ field: pointer, ...(chosen && { chosen }) })
  }
  const ends = [
    // an item that came above moves the field, and nobody
    parts.store.restructured.subscribe(() => company.shifted()),
    company.led(
      (at, isAsked) => {
        const place = dataPlaceIn(at)
        if (!place || !('field' in place)) return false
        void reveal(parts, place.field, { focus: isAsked })
        return true
      },
      where,
      (at) => {
        const place = dataPlaceIn(at)
        return place && 'field' in place ? `in ${nameOf(place.field)}` : null
      }
    ),
    () => document.removeEventListener('selectionchange', chose),
    () => scroller.removeEventListener('focusin', focused),
    () => scroller.removeEventListener('input', typed)
  ]
  company.moved('form')
  return () => ends.forEach((end) => end())
}

/** What is chosen in a long text, from where it was begun; null where nobody else can write in it. */
function chosenIn(
  { selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement,
  pointer: Pointer,
  { store }: FormParts
): readonly [LetterPlace, LetterPlace] | null {
  const [start, end] = [store.letterAt(pointer, selectionStart), store.letterAt(pointer, selectionEnd)]
  return start && end && (selectionDirection === 'backward' ? [end, start] : [start, end])
}

/** The way to a field by the names of its parts. */
const nameOf = (pointer: Pointer): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) =>
      /^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll('~1', '/').replaceAll('~0', '~')
    )
    .join(' › ')

/** What a form shows of others; null where nobody can be. */
export function useFieldOthers(company: Company | null): FieldOthers | null {
  return useMemo(() => company && fieldOthers(company), [company])
}
