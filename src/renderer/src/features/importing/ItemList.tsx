import { Badge, Checkbox } from '@mantine/core'
import {
  IconArrowsRightLeft,
  IconFile,
  IconFileText,
  IconMovie,
  IconPhoto,
  IconTable
} from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef, type KeyboardEvent } from 'react'
import type { ItemKind } from '../../../../common/importing/kinds'
import type { ImportItem } from '../../../../common/importing/shapes'
import { pathOf } from './words'
import classes from './ItemList.module.css'

export interface Mark {
  readonly text: string
  readonly tone: 'calm' | 'good' | 'warn' | 'bad'
}

interface ItemListProps {
  readonly label: string
  readonly items: readonly ImportItem[]
  /** What all addresses begin with. */
  readonly from: string
  /** What is said of an item at the right. */
  readonly mark?: (item: ImportItem) => Mark | null
  /** A second line. */
  readonly detail?: (item: ImportItem) => string | null
  /** With it, items can be chosen. */
  readonly choice?: {
    readonly isChosen: (item: ImportItem) => boolean
    readonly set: (numbers: readonly number[], chosen: boolean) => void
    readonly isOpen?: (item: ImportItem) => boolean
  }
  readonly action?: (item: ImportItem) => React.ReactNode
}

const icons: Readonly<Record<ItemKind, typeof IconFile>> = {
  document: IconFileText,
  sheet: IconTable,
  redirects: IconArrowsRightLeft,
  image: IconPhoto,
  video: IconMovie,
  other: IconFile
}

/** Many items, of which only the visible ones are drawn; arrow keys go from one to the next. */
export function ItemList(props: ItemListProps) {
  const { label, items, from, mark, detail, choice, action } = props
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    initialRect: { width: 600, height: 400 }
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    if (by === 0 || !row) return
    const next = Number(row.dataset['row']) + by
    if (next < 0 || next >= items.length) return
    event.preventDefault()
    virtual.scrollToIndex(next)
    // its neighbours are drawn beyond what is seen
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${next}"] input, [data-row="${next}"] button`)
      ?.focus()
  }
  return (
    /* eslint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a scrolling region is
       reached by keyboard; arrow keys help inside it */
    <div
      ref={scroller}
      className={classes.list}
      tabIndex={0}
      role="region"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {/* eslint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          return (
            item && (
              <Row
                key={item.number}
                item={item}
                index={index}
                start={start}
                total={items.length}
                from={from}
                mark={mark}
                detail={detail}
                choice={choice}
                action={action}
              />
            )
          )
        })}
      </ul>
    </div>
  )
}

const ROW = 44

interface RowProps {
  readonly item: ImportItem
  readonly index: number
  readonly start: number
  readonly total: number
  readonly from: string
  readonly mark: ItemListProps['mark'] | undefined
  readonly detail: ItemListProps['detail'] | undefined
  readonly choice: ItemListProps['choice'] | undefined
  readonly action: ItemListProps['action'] | undefined
}

/** Drawn once while the list is scrolled. */
const Row = memo(function Row(props: RowProps) {
  const { item, index, start, total, from, mark, detail, choice, action } = props
  const Icon = icons[item.kind]
  const path = pathOf(item, from)
  const said = mark?.(item) ?? null
  const second = detail?.(item) ?? null
  return (
    <li
      data-row={index}
      className={classes.row}
      style={{ transform: `translateY(${start}px)` }}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      {choice && (
        <Checkbox
          size="xs"
          aria-label={path}
          disabled={choice.isOpen ? !choice.isOpen(item) : false}
          checked={choice.isChosen(item)}
          onChange={(event) => choice.set([item.number], event.currentTarget.checked)}
        />
      )}
      <Icon size={16} stroke={1.5} aria-hidden="true" />
      <div className={classes.what}>
        <span title={item.address}>{path}</span>
        {second !== null && <small title={second}>{second}</small>}
      </div>
      {action?.(item)}
      {said && (
        <Badge className={classes.mark ?? ''} data-tone={said.tone} variant="light">
          {said.text}
        </Badge>
      )}
    </li>
  )
})
