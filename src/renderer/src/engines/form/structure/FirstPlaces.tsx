import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Pointer } from '../../../../../common/json/pointer'
import { useForm } from '../form-context'
import { useSignal } from '../../../state/signal'
import { firstPlaces } from './first-places'

const Places = createContext<ReadonlyMap<string, Pointer>>(new Map())

/** Keeps the element ids of the property keys (F3) true while lists grow and shrink. */
export function FirstPlaces({ children }: { readonly children: ReactNode }) {
  const { store } = useForm()
  const shape = useSignal(store.restructured)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the places change with lists only, not with what is typed
  const places = useMemo(() => firstPlaces(store.schema.root, store.data), [store, shape])
  return <Places.Provider value={places}>{children}</Places.Provider>
}

/** `id` and `data-pointer` of the element that shows a property (F3). */
export function usePlaceAttributes(): (
  key: string | null,
  pointer: Pointer
) => { readonly id?: string; readonly 'data-pointer': Pointer } {
  const places = useContext(Places)
  return (key, pointer) =>
    key !== null && places.get(key) === pointer
      ? { id: key, 'data-pointer': pointer }
      : { 'data-pointer': pointer }
}
