import { IconChevronRight } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Pointer } from '../../../../../common/json/pointer'
import { useForm } from '../form-context'
import { useRead } from '../../../state/signal'
import { navRows, sameRows, type NavRow } from './nav-rows'
import { numberText } from '../../../components/formats'
import classes from './Navigation.module.css'
import { reveal } from './reveal'

const ROW = 28
/** Levels that are indented: deeper ones would leave no room for their names. */
const DEEPEST = 6

/** The tree of what the document is made of, in step with the form. */
export function Navigation() {
  const parts = useForm()
  const { store, spy } = parts
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const rows = useRows(toggled)
  const current = useRead(spy, spy.current)
  const [focused, setFocused] = useState<Pointer>('')
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- its values are used in this component only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8
  })
  const drawn = virtual.getVirtualItems()
  const id = useId()
  const selected = nearestRow(rows, current)
  const at = Math.max(
    0,
    rows.findIndex((row) => row.pointer === focused)
  )
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected, { align: 'auto' })
  }, [selected, virtual])

  const toggle = ({ pointer }: NavRow) => {
    const identity = store.identity(pointer)
    setToggled((old) => {
      const next = new Set(old)
      if (!next.delete(identity)) next.add(identity)
      return next
    })
  }
  const go = (row: NavRow, focus: boolean) => {
    setFocused(row.pointer)
    spy.choose(row.pointer)
    if (row.pointer === '') {
      parts.scroller.current?.scrollTo({ top: 0 })
      if (focus) void reveal(parts, '')
    } else void showGroup(parts, row.pointer, focus)
  }
  const walk = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))]
    if (!row) return
    setFocused(row.pointer)
    virtual.scrollToIndex(rows.indexOf(row))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => walk(at + 1),
      ArrowUp: () => walk(at - 1),
      Home: () => walk(0),
      End: () => walk(rows.length - 1),
      ArrowRight: () => (row.open === false ? toggle(row) : row.open ? walk(at + 1) : undefined),
      ArrowLeft: () => (row.open ? toggle(row) : walk(parentRow(rows, at))),
      Enter: () => go(row, true),
      ' ': () => go(row, false)
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }

  return (
    <div
      ref={scroller}
      className={classes.nav}
      role="tree"
      data-own-keys
      aria-label="Parts of the document"
      tabIndex={0}
      aria-activedescendant={drawn.some(({ index }) => index === at) ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are handled by the tree
            <div
              key={row.pointer}
              id={`${id}-${index}`}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={index === selected}
              aria-expanded={row.open ?? undefined}
              className={classes.row}
              data-focused={index === at || undefined}
              data-errors={row.errors > 0 || undefined}
              style={{
                transform: `translateY(${start}px)`,
                paddingLeft: 4 + Math.min(row.depth, DEEPEST) * 14
              }}
              onClick={() => go(row, false)}
            >
              {row.open === null ? (
                <span className={classes.space} />
              ) : (
                // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the arrow keys do it
                <span
                  className={classes.twisty}
                  data-open={row.open}
                  onClick={(event) => {
                    event.stopPropagation()
                    toggle(row)
                  }}
                >
                  <IconChevronRight size={12} aria-hidden="true" />
                </span>
              )}
              <span className={classes.label}>
                {row.number !== null && <span className={classes.number}>#{row.number} </span>}
                {row.label}
              </span>
              {row.errors > 0 ? (
                <span className={classes.errors}>
                  {numberText(row.errors)}
                  <span className="visually-hidden"> {row.errors === 1 ? 'problem' : 'problems'}</span>
                </span>
              ) : (
                row.count !== null && <span className={classes.count}>{numberText(row.count)}</span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** A group's top comes to the top; its first field gets the cursor only when asked. */
async function showGroup(parts: ReturnType<typeof useForm>, pointer: Pointer, focus: boolean): Promise<void> {
  if (!(await reveal(parts, pointer, { focus }))) return
  const group = parts.scroller.current?.querySelector(`[data-group=${JSON.stringify(pointer)}]`)
  group?.scrollIntoView({ block: 'start' })
}

/**
 * The rows of the tree: at once when lists change, a moment after typing for names; the same array while they
 * look alike.
 */
function useRows(toggled: ReadonlySet<string>): readonly NavRow[] {
  const { store } = useForm()
  const [version, setVersion] = useState(0)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the data of the store
  const rows = useMemo(() => navRows(store, toggled), [store, toggled, version])
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  }, [rows])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const soon = (delay: number) => {
      if (timer && delay > 0) return
      if (timer) clearTimeout(timer)
      timer = setTimeout(() => {
        timer = null
        if (!sameRows(shown.current, navRows(store, toggled))) setVersion((old) => old + 1)
      }, delay)
    }
    const stops = [
      store.restructured.subscribe(() => soon(0)),
      store.errorsChanged.subscribe(() => soon(120)),
      store.changed.subscribe(() => soon(300))
    ]
    // What changed while this was being set up.
    soon(0)
    return () => {
      stops.forEach((stop) => stop())
      if (timer) clearTimeout(timer)
    }
  }, [store, toggled])
  return rows
}

/** The row of the place, or of the closest group around it that the tree shows. */
function nearestRow(rows: readonly NavRow[], pointer: Pointer): number {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const index = rows.findIndex((row) => row.pointer === at)
    if (index >= 0 || at === '') return index
  }
}

function parentRow(rows: readonly NavRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index
  return at
}
