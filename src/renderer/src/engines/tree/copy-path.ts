import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { notify } from '../../workbench/toast'

/** Puts content paths onto the clipboard, a line each, and says so. */
export async function copyPaths(paths: readonly ContentPath[]): Promise<void> {
  await navigator.clipboard.writeText(paths.join('\n'))
  const first = paths[0]
  if (!first) return
  notify(paths.length === 1 ? `Copied the path of “${nameOf(first)}”` : `Copied ${paths.length} paths`)
}
