import { runCommand } from '../../app/commands'
import { openDocument } from '../../app/workbench'
import { refusalNow } from '../forms/rights'
import { reveal, writtenBy } from '../tree'
import type { PaletteItem } from './items'
import { palette } from './palette-state'

/** Whether it is a command that this person may not use where it would write (EB3): the line says why. */
export function isRefused(item: PaletteItem): boolean {
  if (item.kind !== 'command') return false
  const written = writtenBy(item.command.id)
  return written !== null && refusalNow(written.path) !== null
}

/** Does what a line of the palette stands for. */
export function run(item: PaletteItem): void {
  if (item.kind === 'command') return void runCommand(item.command.id)
  openDocument(item.file.path)
  void reveal(item.file.path)
}

/** The same from the keyboard, which does not close the palette by itself. */
export function take(item: PaletteItem): void {
  run(item)
  palette.close()
}
