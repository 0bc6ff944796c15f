import { Button } from '@mantine/core'
import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual'
import { IconFolderPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { contentPath, type ContentPath, orgOf } from '../../../../common/content/paths'
import { runCommand } from '../../workbench/commands/commands'
import { focusRegion } from '../../workbench/focus-region'
import { activeTab, useWorkbench } from '../../workbench/workbench'
import type { Point } from '../../workbench/PointMenu'
import { useRowKeys } from '../../components/row-keys'
import { State } from '../../components/State'
import { useConfigPaths } from '../configs'
import { askForFocus, openToLook } from '../../workbench/focus-intent'
import { ContextMenu } from './ContextMenu'
import { useTreeDrag } from './drag'
import { useTreeKeys } from './keys'
import { modeOf, selected } from '../../engines/tree/selection'
import classes from './Tree.module.css'
import { lookAtRow, openRow } from './open-entry'
import type { Row } from '../../engines/tree/rows'
import { TreeRow } from './TreeRow'
import { treeRows, updateTree, useTree, useTreeRows } from '../../engines/tree/tree-store'

const ROW = 28
const keyOf = ({ key }: Row) => key

/** The content of the site: an ARIA tree, drawn only where it is seen. */
export function Tree({ label }: { readonly label: string }) {
  const rows = useTreeRows()
  const state = useTree((current) => current)
  const current = useWorkbench((shown) => (shown.view === 'tabs' ? (activeTab(shown)?.path ?? null) : null))
  const configs = useConfigPaths(orgOf(state.root))
  const scroller = useRef<HTMLDivElement>(null)
  const pointed = useRef<string | null>(null)
  const [menuAt, setMenuAt] = useState<Point | null>(null)
  const focusedIndex = rows.findIndex((row) => isItem(row) && row.entry.path === state.focused)
  const getItemKey = useRowKeys(rows, keyOf)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey,
    overscan: 8,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return focusedIndex < 0 || shown.includes(focusedIndex)
        ? shown
        : [...shown, focusedIndex].sort((a, b) => a - b)
    }
  })
  const drag = useTreeDrag()
  const keys = useTreeKeys({
    pageSize: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1),
    openMenu: () => setMenuAt(menuPlace(scroller.current, state.focused))
  })
  const newIndex = rows.findIndex((row) => row.kind === 'new')
  useEffect(() => {
    // a row under the pointer stays there: the second click of two must not meet another one
    if (newIndex < 0 && state.focused === pointed.current) return
    pointed.current = null
    const index = newIndex >= 0 ? newIndex : focusedIndex
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [virtual, state.focused, focusedIndex, newIndex])

  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    const path = rowAt(event)
    if (path === null) updateTree((current) => ({ ...current, selected: new Set(), focused: null }))
    else if (!state.selected.has(path)) updateTree((current) => selected(current, treeRows(), path, 'one'))
    setMenuAt({ x: event.clientX, y: event.clientY })
  }
  const rowOf = (event: MouseEvent) => {
    const path = rowAt(event)
    return rows.filter(isItem).find((row) => row.entry.path === path)
  }
  const onClick = (event: MouseEvent) => {
    const row = rowOf(event)
    if (!row) return
    pointed.current = row.entry.path
    const mode = modeOf(event)
    updateTree((current) => selected(current, treeRows(), row.entry.path, mode))
    // one click on a file that is gone chooses it: what is published of it is another place
    if (mode === 'one' && (row.kind === 'entry' || row.entry.kind === 'folder'))
      openToLook(() => lookAtRow(row))
  }
  const onDoubleClick = (event: MouseEvent) => {
    const row = rowOf(event)
    if (row?.entry.kind !== 'file') return
    openRow(row)
    if (row.kind === 'gone') return
    if (!askForFocus()) focusRegion('editor-area')
  }
  const empty = rows.length === 0 && state.filter === ''

  return (
    <>
      <div
        ref={scroller}
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        aria-activedescendant={focusedIndex >= 0 && state.focused ? rowId(state.focused) : undefined}
        tabIndex={0}
        className={classes.tree}
        data-dropping={drag.over === state.root && state.root !== null}
        onKeyDown={keys}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onContextMenu={onContextMenu}
        {...drag.handlers}
      >
        <div role="none" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row ? (
              <TreeRow
                configured={row.kind === 'entry' && configs.has(row.entry.path)}
                key={row.key}
                row={row}
                top={item.start}
                id={isItem(row) ? rowId(row.entry.path) : undefined}
                selected={isItem(row) && state.selected.has(row.entry.path)}
                current={isItem(row) && row.entry.path === current}
                focused={item.index === focusedIndex}
                cut={
                  row.kind === 'entry' &&
                  state.clipboard?.mode === 'cut' &&
                  state.clipboard.paths.includes(row.entry.path)
                }
                dropTarget={row.kind === 'entry' && drag.over === row.entry.path}
                naming={state.naming}
              />
            ) : null
          })}
        </div>
      </div>
      {empty && (
        <div className={classes.empty}>
          <State
            icon={<IconFolderPlus size={20} stroke={1.5} />}
            title="This site is empty"
            actions={
              <Button variant="default" onClick={() => void runCommand('file.new-page')}>
                New page
              </Button>
            }
          >
            Make a page, or drop files and folders here.
          </State>
        </div>
      )}
      <ContextMenu at={menuAt} onClose={() => setMenuAt(null)} />
    </>
  )
}

function rowAt(event: MouseEvent): ContentPath | null {
  const target = event.target instanceof Element ? event.target.closest('[data-path]') : null
  const path = target?.getAttribute('data-path')
  return path ? contentPath(path) : null
}

function menuPlace(scroller: HTMLElement | null, focused: string | null): { x: number; y: number } {
  const row = focused ? document.getElementById(rowId(focused)) : null
  const box = (row ?? scroller)?.getBoundingClientRect()
  return { x: (box?.left ?? 0) + 40, y: (row ? box?.bottom : box?.top) ?? 0 }
}

const isItem = (row: Row): row is Extract<Row, { kind: 'entry' | 'gone' }> =>
  row.kind === 'entry' || row.kind === 'gone'

const rowId = (path: string) => `tree:${path}`
