import { memo, useEffect } from 'react'
import { useServiceEvents } from '../../api'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { favouriteCommands } from './favourite-commands'
import { followPlaces, readPlaces } from './kept-places'
import { Palette } from './Palette'
import { openPalette } from './palette-state'

export const feature: Feature = {
  parts: {
    background: whileShown(({ id }) => {
      usePaletteCommands()
      useKeptPlaces(id)
    }),
    overlay: memo(Palette)
  }
}

/** Recents and favourites of the workspace, as they change here, in other windows, and with their files. */
function useKeptPlaces(workspaceId: string): void {
  useServiceEvents(followPlaces)
  useEffect(() => {
    readPlaces()
    window.addEventListener('storage', readPlaces)
    return () => window.removeEventListener('storage', readPlaces)
  }, [workspaceId])
}

function usePaletteCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'view.palette',
          title: 'Command palette',
          group: 'View',
          shortcut: 'mod+K',
          also: ['F1'],
          run: () => openPalette('all')
        },
        {
          id: 'go.file',
          title: 'Go to file…',
          group: 'Go',
          shortcut: 'mod+P',
          run: () => openPalette('files')
        },
        ...favouriteCommands
      ]),
    []
  )
}
