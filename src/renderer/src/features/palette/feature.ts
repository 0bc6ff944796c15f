import { memo, useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { Palette } from './Palette'
import { openPalette } from './palette-state'

export const feature: Feature = {
  parts: { background: whileShown(usePaletteCommands), overlay: memo(Palette) }
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
        }
      ]),
    []
  )
}
