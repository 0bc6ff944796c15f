import { createContext, useContext, useMemo, type RefObject } from 'react'
import type { FieldError } from '../../../../common/schema'
import type { JsonValue } from '../../../../common/json/value'
import type { Pointer } from '../../../../common/json/pointer'
import { useRead, useSignal } from '../../state/signal'
import type { ValueLinks } from '../addresses/AddressOffers'
import type { Place } from './store/cells'
import type { FormStore } from './store/form-store'
import type { FieldOthers } from './form-company'
import type { GroupSpy } from './structure/group-spy'

/** What every part of an open form reaches. */
export interface FormParts {
  readonly store: FormStore
  /** What scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly spy: GroupSpy
  /** Lists that draw only what is on the screen: how to bring an item onto it. */
  readonly lists: Map<Pointer, (index: number) => void>
  /** Asks who changed a place last; absent where there is no history. */
  readonly onWhoChanged?: (pointer: Pointer) => void
  /** Whose addresses the values may be; absent for what is no document of a site. */
  readonly links?: ValueLinks
  /** Who else is in which field; absent where nobody can be. */
  readonly others?: FieldOthers
}

const FormContext = createContext<FormParts | null>(null)
export const FormProvider = FormContext.Provider

export function useForm(): FormParts {
  const parts = useContext(FormContext)
  if (!parts) throw new Error('A field stands outside of a form.')
  return parts
}

/** The value and the error of one place; draws anew only when one of them changes. */
export function usePlace(pointer: Pointer): Place {
  const { store } = useForm()
  const cell = useMemo(() => store.cell(pointer), [store, pointer])
  return useRead(cell, cell.get)
}

/** What is wrong with a section or list itself; what is typed inside of it draws nothing anew. */
export function useError(pointer: Pointer): FieldError | null {
  const { store } = useForm()
  const cell = useMemo(() => store.cell(pointer), [store, pointer])
  return useRead(cell, () => store.error(pointer))
}

/** A value that is neither an object nor a list, where the schema wants one; undefined when there is none. */
export function useStrange(pointer: Pointer): JsonValue | undefined {
  const { store } = useForm()
  const cell = useMemo(() => store.cell(pointer), [store, pointer])
  return useRead(cell, () => {
    const value = store.value(pointer)
    return value === null || typeof value === 'object' ? undefined : value
  })
}

/** Numbers of a list's items; the same array until items come, go or move. */
export function useItems(list: Pointer): readonly number[] {
  const { store } = useForm()
  return useRead(store.restructured, () => store.items(list))
}

/**
 * The whole value of a place, without drawing anew for every key stroke inside: only when lists or objects
 * come and go.
 */
export function useShape(pointer: Pointer): JsonValue | undefined {
  const { store } = useForm()
  useSignal(store.restructured)
  return store.value(pointer)
}

export function useFolded(pointer: Pointer): readonly [boolean, (folded: boolean) => void] {
  const { store } = useForm()
  const folded = useRead(store.foldsChanged, () => store.folded.has(store.identity(pointer)))
  return [folded, (next) => store.setFolded([store.identity(pointer)], next)]
}

export function useErrorCount(below?: Pointer): number {
  const { store } = useForm()
  return useRead(store.errorsChanged, () =>
    below === undefined || below === '' ? store.errorCount : countBelow(store, below)
  )
}

function countBelow(store: FormStore, pointer: Pointer): number {
  const inside = `${pointer}/`
  return store
    .errors()
    .reduce(
      (count, error) => count + (error.pointer === pointer || error.pointer.startsWith(inside) ? 1 : 0),
      0
    )
}
