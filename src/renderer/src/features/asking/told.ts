import { contentPath, nameOf } from '../../../../common/content/paths'
import type { AccessRequest } from '../../../../common/api/types'
import { notify, notifyWithAction } from '../../workbench/toast'
import { openDocument } from '../../workbench/workbench'

const KEY = 'galley-answers-told'
const MOST = 100

/** Says each answer once in a browser, also when it came while this person was away. */
export function tellAnswers(mine: readonly AccessRequest[]): void {
  const told = new Set((localStorage.getItem(KEY) ?? '').split(' '))
  const news = mine.filter(({ id, answer }) => answer !== undefined && !told.has(id))
  if (news.length === 0) return
  localStorage.setItem(KEY, [...told, ...news.map(({ id }) => id)].slice(-MOST).join(' '))
  for (const { path, answer } of news) {
    const name = nameOf(contentPath(path))
    if (answer === 'refuse') notify(`Your request for ${name} was refused.`)
    else notifyWithAction(`You may ${answer} ${name} now.`, 'Open', () => openDocument(contentPath(path)))
  }
}
