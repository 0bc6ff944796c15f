import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isLeaf, type ArrayField, type Field } from '../../../../../common/schema/fields'
import type { Pointer } from '../../../../../common/json/pointer'
import { useRowKeys } from '../../../components/row-keys'
import { useForm } from '../form-context'
import { useDragged } from './list-drag'
import { ListItem } from './ListItem'
import classes from './structure.module.css'

/** Lists of this many items draw only those that are on the screen. */
export const LONG_FROM = 40

const keyOf = (key: number) => key

interface LongListProps {
  readonly field: ArrayField
  readonly list: Pointer
  readonly keys: readonly number[]
  readonly labelledBy: string
}

/** A long list: as many rows as fit, the one with the focus always among them. */
export function LongList({ field, list, keys, labelledBy }: LongListProps) {
  const { scroller, lists } = useForm()
  const holder = useRef<HTMLDivElement>(null)
  const margin = useOffset(holder)
  const [focused, setFocused] = useState<number | null>(null)
  const dragged = useDragged()
  const kept = focused === null ? -1 : keys.indexOf(focused)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const wanted = new Set(defaultRangeExtractor(range))
      if (kept >= 0) wanted.add(kept)
      if (dragged !== null) wanted.add(dragged)
      return [...wanted].sort((a, b) => a - b)
    },
    [kept, dragged]
  )
  const getItemKey = useRowKeys(keys, keyOf)
  // eslint-disable-next-line react-hooks/incompatible-library -- its values are used in this component only
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate(field.items),
    getItemKey,
    scrollMargin: margin,
    overscan: 3,
    rangeExtractor
  })
  useEffect(() => {
    lists.set(list, (index) => virtual.scrollToIndex(index, { align: 'center' }))
    return () => void lists.delete(list)
  }, [lists, list, virtual])

  return (
    <div
      ref={holder}
      role="table"
      aria-labelledby={labelledBy}
      aria-rowcount={keys.length}
      className={classes.long}
      style={{ height: virtual.getTotalSize() }}
      onFocus={(event) => setFocused(keyAt(event.target))}
      onBlur={(event) => {
        if (!holder.current?.contains(event.relatedTarget)) setFocused(null)
      }}
    >
      <div role="rowgroup">
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={String(key)}
            ref={virtual.measureElement}
            data-index={index}
            data-key={keys[index]}
            role="row"
            aria-rowindex={index + 1}
            className={classes.longRow}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            <div role="cell">
              <ListItem field={field} list={list} index={index} count={keys.length} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function keyAt(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null
  const key = Number(target.closest('[data-key]')?.getAttribute('data-key'))
  return Number.isFinite(key) ? key : null
}

/** Pixels from the top of what scrolls to the list; what lies above grows and shrinks. */
function useOffset(holder: React.RefObject<HTMLElement | null>): number {
  const { scroller } = useForm()
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const { current: outer } = scroller
    const { current: inner } = holder
    if (!outer || !inner) return
    const measure = () => {
      const next = Math.round(
        inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop
      )
      setOffset((old) => (Math.abs(old - next) > 1 ? next : old))
    }
    measure()
    const content = outer.firstElementChild
    const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    if (content) watch?.observe(content)
    outer.addEventListener('scroll', measure, { passive: true })
    return () => {
      watch?.disconnect()
      outer.removeEventListener('scroll', measure)
    }
  }, [scroller, holder])
  return offset
}

function estimate(items: Field): number {
  if (isLeaf(items)) return 42
  if (items.kind !== 'object') return 160
  return 62 + Math.ceil(items.properties.length / 2) * 64
}
