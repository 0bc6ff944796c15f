import { createContext, useContext, useMemo, useState, type DragEvent } from 'react'
import type { Pointer } from '../../../../../common/json/pointer'
import { useForm } from '../form-context'
import { moveItem } from './move-item'

/** Between which items the dragged one would come down. */
interface ListDrag {
  readonly from: number | null
  readonly over: { readonly index: number; readonly after: boolean } | null
  readonly start: (index: number) => void
  readonly hover: (index: number, after: boolean) => void
  readonly drop: () => void
  readonly end: () => void
}

const DragContext = createContext<ListDrag | null>(null)
export const DragProvider = DragContext.Provider

/** Dragging within one list; other lists do not take its items. */
export function useListDrag(list: Pointer): ListDrag {
  const { store } = useForm()
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<ListDrag['over']>(null)
  return useMemo(() => {
    const end = () => {
      setFrom(null)
      setOver(null)
    }
    return {
      from,
      over,
      start: setFrom,
      hover: (index, after) => {
        if (from === null || (over?.index === index && over.after === after)) return
        setOver({ index, after })
      },
      drop: () => {
        if (from !== null && over) {
          const gap = over.index + (over.after ? 1 : 0)
          moveItem(store, list, from, gap > from ? gap - 1 : gap, 'The item')
        }
        end()
      },
      end
    }
  }, [from, over, store, list])
}

export function useDragged(): number | null {
  return useContext(DragContext)?.from ?? null
}

export function useItemDrag(index: number) {
  const drag = useContext(DragContext)
  const over = drag?.over?.index === index ? (drag.over.after ? 'after' : 'before') : undefined
  return {
    handle: {
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('application/x-galley-item', String(index))
        const card = event.currentTarget.parentElement
        if (card) event.dataTransfer.setDragImage(card, 12, 16)
        drag?.start(index)
      },
      onDragEnd: () => drag?.end()
    },
    target: {
      'data-dragged': drag?.from === index || undefined,
      'data-drop': over,
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!drag || drag.from === null) return
        event.preventDefault()
        event.stopPropagation()
        event.dataTransfer.dropEffect = 'move'
        const { top, height } = event.currentTarget.getBoundingClientRect()
        drag.hover(index, event.clientY > top + height / 2)
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (!drag || drag.from === null) return
        event.preventDefault()
        event.stopPropagation()
        drag.drop()
      }
    }
  }
}
