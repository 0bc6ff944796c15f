import { contentPath } from '../../../common/content/paths'
import { useServiceEvents } from '../api'
import { followMove } from './workbench'

/** Tabs follow their files, whoever moves them. */
export function useLiveTabs(): void {
  useServiceEvents((event) => {
    if ((event.type !== 'file' && event.type !== 'folder') || event.change !== 'moved' || !event.from) return
    followMove(contentPath(event.from), contentPath(event.path))
  })
}
