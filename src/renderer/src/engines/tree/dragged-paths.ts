import { isContentPath, type ContentPath } from '../../../../common/content/paths'

/** What goes with entries of the tree while they are dragged. */
export const DRAGGED_PATHS = 'application/x-galley-paths'

/** The entries of the tree that are dropped; null for what comes from elsewhere. */
export function draggedPaths(data: DataTransfer): readonly ContentPath[] | null {
  if (!data.types.includes(DRAGGED_PATHS)) return null
  try {
    const value: unknown = JSON.parse(data.getData(DRAGGED_PATHS))
    return Array.isArray(value) ? value.filter(isContentPath) : []
  } catch {
    // another program may use the same name
    return []
  }
}
