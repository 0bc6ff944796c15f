import { memo } from 'react'
import { whileShown, type Feature } from '../../workbench/contributions'
import { SearchPanel } from './SearchPanel'
import { useSearchCommands } from './search-commands'

export const feature: Feature = {
  parts: { sidebar: memo(SearchPanel), background: whileShown(useSearchCommands) }
}
