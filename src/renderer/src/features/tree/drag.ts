import { useRef, useState, type DragEvent } from 'react'
import { contentPath, parentOf, type ContentPath } from '../../../../common/content/paths'
import { copyInto, moveInto } from './actions'
import { droppedFiles } from './dropped-files'
import { DRAGGED_PATHS, draggedPaths } from '../../engines/tree/dragged-paths'
import { goneAt } from '../../engines/tree/gone'
import { actingHere, selected } from '../../engines/tree/selection'
import { setExpanded, tree, treeRows, updateTree } from '../../engines/tree/tree-store'
import { upload } from './upload'

const OPEN_AFTER = 600

/**
 * Dragging inside the tree moves (with Ctrl: copies); files from the desktop are uploaded where they are
 * dropped.
 */
export function useTreeDrag() {
  const [over, setOver] = useState<ContentPath | null>(null)
  const hover = useRef<{ path: ContentPath; timer: number } | null>(null)

  const leave = () => {
    if (hover.current) clearTimeout(hover.current.timer)
    hover.current = null
    setOver(null)
  }

  const handlers = {
    onDragStart(event: DragEvent) {
      const path = pathUnder(event)
      if (!path || goneAt(tree(), path)) return
      if (!tree().selected.has(path)) updateTree((state) => selected(state, treeRows(), path, 'one'))
      event.dataTransfer.setData(DRAGGED_PATHS, JSON.stringify(actingHere(tree())))
      event.dataTransfer.effectAllowed = 'copyMove'
    },
    onDragOver(event: DragEvent) {
      const folder = folderUnder(event)
      if (!folder || !takes(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isOwn(event) && !event.ctrlKey ? 'move' : 'copy'
      setOver(folder)
      if (hover.current?.path === folder) return
      if (hover.current) clearTimeout(hover.current.timer)
      hover.current = { path: folder, timer: window.setTimeout(() => setExpanded(folder, true), OPEN_AFTER) }
    },
    onDragLeave(event: DragEvent) {
      if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
      leave()
    },
    onDragEnd: leave,
    onDrop(event: DragEvent) {
      const folder = folderUnder(event)
      leave()
      if (!folder || !takes(event)) return
      event.preventDefault()
      const paths = draggedPaths(event.dataTransfer)
      if (!paths) return void upload(droppedFiles(event.dataTransfer), folder)
      void (event.ctrlKey ? copyInto(paths, folder) : moveInto(paths, folder))
    }
  }
  return { over, handlers }
}

const isOwn = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED_PATHS)
const takes = (event: DragEvent) => isOwn(event) || event.dataTransfer.types.includes('Files')

function pathUnder(event: DragEvent): ContentPath | null {
  const row = event.target instanceof Element ? event.target.closest('[data-path]') : null
  const path = row?.getAttribute('data-path')
  return path ? contentPath(path) : null
}

function folderUnder(event: DragEvent): ContentPath | null {
  const path = pathUnder(event)
  if (!path) return tree().root
  if (goneAt(tree(), path)) return null
  const row = event.target instanceof Element ? event.target.closest('[data-kind]') : null
  return row?.getAttribute('data-kind') === 'folder' ? path : parentOf(path)
}
