import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { JobResource } from '../../../../../common/publishing/jobs'
import { goTo } from '../../../workbench/address'
import { useRowKeys } from '../../../components/row-keys'
import { resultOf, resultWords, type ShownTopic } from './job-words'
import classes from './Jobs.module.css'

interface JobItemsProps {
  readonly topic: ShownTopic
  readonly items: readonly JobResource[]
  /** What is said when there is nothing to show. */
  readonly empty: string
  readonly fileOf: (item: JobResource) => ContentPath
}

const ROW = 32
/** The reason has room for two lines. */
const ROW_WITH_REASON = 64
const keyOf = ({ resourcePath }: JobResource) => resourcePath

/** Thousands of items, of which only the visible ones are drawn. */
export function JobItems({ topic, items, empty, fileOf }: JobItemsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const getItemKey = useRowKeys(items, keyOf)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    getItemKey,
    estimateSize: (index) => (items[index]?.error === undefined ? ROW : ROW_WITH_REASON),
    overscan: 12,
    initialRect: { width: 800, height: 600 }
  })
  if (items.length === 0) return <p className={classes.none}>{empty}</p>
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard
    <div ref={frame} className={classes.frame} tabIndex={0} role="region" aria-label="Items">
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size, key }) => {
          const item = items[index]
          if (!item) return null
          const result = resultOf(item)
          return (
            <li
              key={key}
              className={classes.item}
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <span className={classes.what}>
                <button type="button" title={item.resourcePath} onClick={() => goTo(fileOf(item))}>
                  {item.path}
                </button>
                {item.error !== undefined && <small title={item.error}>{item.error}</small>}
              </span>
              <span className={classes.result} data-result={result}>
                {resultWords(topic, result)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
