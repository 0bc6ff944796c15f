import { createSpotlight } from '@mantine/spotlight'
import { useSyncExternalStore } from 'react'
import { awaitField } from '../../workbench/typing-ahead'
import { walkSite } from '../../engines/tree/tree-store'

/** `all`: commands and files. `files`: files only. */
export type PaletteMode = 'all' | 'files'

export const [paletteStore, palette] = createSpotlight()

let mode: PaletteMode = 'all'
const listeners = new Set<() => void>()

/** Opens the palette; the names of the whole site are read meanwhile. */
export function openPalette(chosen: PaletteMode): void {
  awaitField()
  mode = chosen
  listeners.forEach((tell) => tell())
  palette.open()
  void walkSite()
}

export function usePaletteMode(): PaletteMode {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => mode
  )
}
