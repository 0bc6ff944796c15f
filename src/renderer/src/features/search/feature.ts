import { memo, useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { SearchPanel } from './SearchPanel'
import { showReplace, showSearch } from './show'
import { canStep, step } from './walking'

export const feature: Feature = {
  parts: { sidebar: memo(SearchPanel), background: whileShown(useSearchCommands) }
}

function useSearchCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'search.show',
          title: 'Search in content',
          group: 'Edit',
          shortcut: 'mod+shift+F',
          run: showSearch
        },
        {
          id: 'search.replace',
          title: 'Replace in content',
          group: 'Edit',
          shortcut: 'mod+alt+shift+R',
          run: showReplace
        },
        {
          id: 'search.next',
          title: 'Next hit of the search',
          group: 'Go',
          shortcut: 'F4',
          enabled: canStep,
          run: () => step(1)
        },
        {
          id: 'search.previous',
          title: 'Previous hit of the search',
          group: 'Go',
          shortcut: 'shift+F4',
          enabled: canStep,
          run: () => step(-1)
        }
      ]),
    []
  )
}
