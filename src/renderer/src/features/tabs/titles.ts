import { nameOf, parentOf, splitName } from '../../../../common/content/paths'
import { isSchemaHome } from '../../documents/schemas/library'
import type { Tab } from '../../workbench/workbench'
import { tools } from '../tools'
import { versionName } from '../../components/times'

/** What the tabs are called: the file's name, with its folder when two are called the same. */
export function tabTitles(tabs: readonly Tab[]): string[] {
  const short = tabs.map(shortTitle)
  return tabs.map((tab, index) => {
    const title = short[index] ?? ''
    const twice = short.some((other, at) => at !== index && other === title)
    return twice ? `${nameOf(parentOf(tab.path))}/${title}` : title
  })
}

function shortTitle(tab: Tab): string {
  if (tab.kind === 'tool') return tools[tab.tool].title(tab.path)
  if (isSchemaHome(tab.path)) return 'Schemas'
  const file = nameOf(tab.path)
  const { name, ext } = splitName(file)
  const shown = ext.toLowerCase() === 'html' ? name : file
  if (tab.kind === 'document') return shown
  const { before, after } = tab
  const isView = before.kind === 'version' && after.kind === 'version' && before.url === after.url
  return isView ? `${shown} · ${versionName(before, Date.now())}` : `Compare ${shown}`
}
