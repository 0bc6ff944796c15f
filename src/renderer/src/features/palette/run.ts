import { runCommand } from '../../app/commands'
import { openDocument } from '../../app/workbench'
import { reveal } from '../tree'
import type { PaletteItem } from './items'
import { palette } from './palette-state'

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
