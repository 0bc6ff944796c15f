import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import type { FieldGroup } from '../../../../../common/compare'
import { useRowKeys } from '../../../components/row-keys'
import { fieldItems, type FieldItem } from '../changes/field-items'
import { nameOfKind } from '../changes/items'
import { textOfValue } from '../changes/value-text'
import { ChangeBar, type ChangeActions } from './ChangeBar'
import { Sign } from './Sign'
import { useChanges, type ChangesStatus } from './useChanges'
import { ValueChange } from './ValueChange'
import classes from './Views.module.css'

const keyOf = ({ key }: FieldItem) => key

interface FieldsViewProps {
  readonly groups: readonly FieldGroup[]
  readonly actions: ChangeActions
  readonly onStatus: (status: ChangesStatus | null) => void
}

/** Changed fields, one below the other, in the schema's titles. Only those in view are drawn. */
export function FieldsView({ groups, actions, onStatus }: FieldsViewProps) {
  const items = useMemo(() => fieldItems(groups), [groups])
  const changes = useChanges(items, onStatus)
  const { current, choose, step } = changes
  const scroller = useRef<HTMLDivElement>(null)
  const focusNext = useRef(false)
  const getItemKey = useRowKeys(items, keyOf)
  // eslint-disable-next-line react-hooks/incompatible-library -- what it returns is used here only, never memoized
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: () => 58,
    overscan: 6
  })
  const at = current ? items.indexOf(current) : -1
  const scrollTo = useRef(virtual.scrollToIndex)
  useEffect(() => {
    scrollTo.current = virtual.scrollToIndex
  })
  useEffect(() => {
    if (at < 0) return
    scrollTo.current(at, { align: 'auto' })
    if (!focusNext.current) return
    focusNext.current = false
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${at}"] button`)
        ?.focus({ preventScroll: true })
    )
  }, [at])

  return (
    <div className={classes.view}>
      <div ref={scroller} className={classes.scroller}>
        <div
          role="list"
          aria-label="Changed fields"
          className={classes.rows}
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index]
            if (!item) return null
            return (
              <div
                key={key}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={index + 1}
                ref={virtual.measureElement}
                data-index={index}
                className={classes.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  className={classes.field}
                  data-kind={item.kind}
                  aria-current={item === current || undefined}
                  tabIndex={item === current ? 0 : -1}
                  onClick={() => choose(item)}
                  onKeyDown={(event) => {
                    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
                    if (by === 0) return
                    event.preventDefault()
                    focusNext.current = true
                    step(by)
                  }}
                >
                  <Sign kind={item.kind} />
                  <FieldWords item={item} />
                </button>
              </div>
            )
          })}
        </div>
      </div>
      <ChangeBar changes={changes} actions={actions} />
    </div>
  )
}

function FieldWords({ item }: { readonly item: FieldItem }) {
  const { path, label, change, of, kind } = item
  return (
    <span className={classes.words}>
      <span className={classes.label}>
        {path.length > 0 && <span className={classes.path}>{path.join(' › ')} › </span>}
        <b>{label}</b>
        {of === 'properties' && <span className={classes.path}> of the document</span>}
        {kind !== 'changed' && <span className={classes.fate}>{nameOfKind[kind]}</span>}
      </span>
      {change.kind === 'replaced' ? (
        <ValueChange before={change.before} after={change.after} />
      ) : change.kind === 'moved' ? (
        <span className={classes.text}>{item.words}</span>
      ) : (
        <span className={classes.text}>
          {change.kind === 'added' ? (
            <ins>{textOfValue(change.value)}</ins>
          ) : (
            <del>{textOfValue(change.value)}</del>
          )}
        </span>
      )}
    </span>
  )
}
