import { useEffect } from 'react'
import { registerCommands } from '../../workbench/commands/commands'
import { notify } from '../../workbench/toast'
import { canExport, exportHits } from './export-hits'
import { forgetSearch, isSaved, saveSearch, useSavedSearches } from './saved-searches'
import { searchNow, updateSearch } from './search-state'
import { showReplace, showSearch } from './show'
import { canStep, step } from './walking'

/** What can be done with the search from anywhere; each saved search is a command of its own. */
export function useSearchCommands(): void {
  const saved = useSavedSearches()
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
        },
        {
          id: 'search.save',
          title: 'Save this search',
          group: 'Edit',
          enabled: () => searchNow().query.trim() !== '' && !isSaved(searchNow()),
          run: () => {
            saveSearch(searchNow())
            notify('Saved: it is offered in the palette, and in the search while its field is empty')
          }
        },
        {
          id: 'search.forget',
          title: 'Forget this saved search',
          group: 'Edit',
          enabled: () => isSaved(searchNow()),
          run: () => forgetSearch(searchNow())
        },
        {
          id: 'search.export',
          title: 'Save what the search found as CSV',
          group: 'Edit',
          enabled: canExport,
          run: exportHits
        }
      ]),
    []
  )
  useEffect(
    () =>
      registerCommands(
        saved.map((asked, at) => ({
          id: `search.saved.${at}`,
          title: `Search for ${asked.query}`,
          group: 'Go',
          run: () => {
            updateSearch(asked)
            showSearch()
          }
        }))
      ),
    [saved]
  )
}
