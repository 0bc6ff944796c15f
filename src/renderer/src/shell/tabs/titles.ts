import { isPage } from '../../../../common/formats/files'
import { nameOf, parentOf, splitName } from '../../../../common/content/paths'
import type { Tab } from '../../workbench/workbench'
import { editorsOf, toolNamed } from '../../workbench/contributions'
import { versionName } from '../../components/formats'

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
  const file = nameOf(tab.path)
  if (tab.kind === 'tool') return toolNamed(tab.tool)?.title(tab.path) ?? file
  const { title } = editorsOf(tab.path)[0] ?? {}
  if (title !== undefined) return title
  const { name, ext } = splitName(file)
  const shown = isPage(ext) ? name : file
  if (tab.kind === 'document') return shown
  const { before, after } = tab
  const isView = before.kind === 'version' && after.kind === 'version' && before.url === after.url
  return isView ? `${shown} · ${versionName(before, Date.now())}` : `Compare ${shown}`
}
