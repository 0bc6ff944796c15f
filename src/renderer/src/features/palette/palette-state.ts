import { createStore, useStore } from '../../state/store'
import { createSpotlight } from '@mantine/spotlight'
import { awaitField } from '../../workbench/typing-ahead'
import { walkSite } from '../../engines/tree/tree-store'
import { lookAtPlaces } from './places-there'

/** `all`: commands and files. `files`: files only. */
export type PaletteMode = 'all' | 'files'

export const [paletteStore, palette] = createSpotlight()

const mode = createStore<PaletteMode>('all')

/** Opens the palette; the names of the whole site are read meanwhile. */
export function openPalette(chosen: PaletteMode): void {
  awaitField()
  mode.set(chosen)
  palette.open()
  void lookAtPlaces()
  void walkSite()
}

export const usePaletteMode = (): PaletteMode => useStore(mode)
