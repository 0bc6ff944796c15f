import { flushSync } from 'react-dom'
import { runCommand } from '../../workbench/commands/commands'
import { goTo } from '../../workbench/address'
import { refusalNow } from '../../documents/rights/rights'
import { writtenBy } from '../../engines/tree/subjects'
import { showInTree } from '../../engines/tree/show-in-tree'
import { reveal } from '../../engines/tree/tree-store'
import { openFound, searchInPanel } from '../search'
import type { PaletteItem } from './items'
import { palette } from './palette-state'

/** Whether it is a command that this person may not use where it would write (EB3): the line says why. */
export function isRefused(item: PaletteItem): boolean {
  if (item.kind !== 'command') return false
  const written = writtenBy(item.command.id)
  return written !== null && refusalNow(written.path) !== null
}

/**
 * Closes the palette, and does what a line of it stands for. Not before it is closed: a palette that is still
 * open would take the keyboard back from the field that a command opens (E15).
 */
export function take(item: PaletteItem): void {
  flushSync(() => palette.close())
  if (item.kind === 'command') return void runCommand(item.command.id)
  if (item.kind === 'content') return openFound(item.hit, item.hit.places[0])
  if (item.kind === 'all') return searchInPanel(item.query)
  if (item.file.kind === 'folder') return void showInTree(item.file.path)
  goTo(item.file.path)
  void reveal(item.file.path)
}
