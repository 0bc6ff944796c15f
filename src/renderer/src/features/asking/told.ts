import { contentPath, nameOf } from '../../../../common/content/paths'
import type { AccessRequest } from '../../../../common/api/types'
import { keep, keptText } from '../../state/keep'
import { notify, notifyWithAction } from '../../workbench/toast'
import { activeTab, openDocument, workbench } from '../../workbench/workbench'

const KEY = 'galley-answers-told'
const MOST = 100

/** Says each answer once in a browser, also when it came while this person was away. */
export function tellAnswers(mine: readonly AccessRequest[]): void {
  const told = new Set((keptText(KEY) ?? '').split(' '))
  const news = mine.filter(({ id, answer }) => answer !== undefined && !told.has(id))
  if (news.length === 0) return
  keep(KEY, [...told, ...news.map(({ id }) => id)].slice(-MOST).join(' '))
  for (const { path: at, answer } of news) {
    const path = contentPath(at)
    const words =
      answer === 'refuse'
        ? `Your request for ${nameOf(path)} was refused.`
        : `You may ${answer} ${nameOf(path)} now.`
    const tab = activeTab(workbench())
    const isShown = tab?.kind === 'document' && tab.path === path
    if (answer === 'refuse' || isShown) notify(words)
    else notifyWithAction(words, 'Open', () => openDocument(path))
  }
}
