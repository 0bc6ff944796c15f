import { createSpotlight } from '@mantine/spotlight'
import { useSyncExternalStore } from 'react'
import { awaitField } from '../../app/typing-ahead'
import { walkSite } from '../tree'

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

/** Marks the first of the list as the one that Enter takes, unless one is marked already. */
export function selectFirst(list: HTMLElement): void {
  if (list.querySelector('[data-selected]')) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
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
