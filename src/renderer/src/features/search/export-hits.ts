import { hitKey, type SearchHit } from '../../../../common/search/answer'
import { api, sentenceOf } from '../../api'
import { numberText } from '../../components/formats'
import { saveText } from '../../components/save-text'
import { notify, notifyFailure } from '../../workbench/toast'
import { askedWith } from './asking'
import { hitsCsv } from './hits-csv'
import { searchNow, type Asked } from './search-state'

/** Hits of one page, and of one file. */
const PAGE = 200
const MOST = 10_000
/** Where files are looked through one by one, somebody waits no longer. */
const LONGEST_MS = 60_000

/** Whether anything is found that could be saved. */
export const canExport = (): boolean => (searchNow().answer?.hits.length ?? 0) > 0

/** Saves all that is found, not only what is shown, as a CSV file. */
export async function exportHits(): Promise<void> {
  const { answer } = searchNow()
  if (!answer) return
  try {
    const { hits, isAll } = await allHits(answer.asked)
    saveText('search.csv', hitsCsv(hits), 'text/csv')
    if (!isAll) notify(`The file has the first ${numberText(hits.length)} of what was found`)
  } catch (error) {
    notifyFailure('What was found could not be saved', sentenceOf(error))
  }
}

async function allHits(asked: Asked) {
  const until = performance.now() + LONGEST_MS
  const hits = new Map<string, SearchHit>()
  let next: string | undefined
  do {
    const page = await api.search(asked.query, {
      ...askedWith(asked),
      limit: PAGE,
      ...(next !== undefined && { after: next })
    })
    for (const hit of page.hits) hits.set(hitKey(hit), hit)
    next = page.next
  } while (next !== undefined && hits.size < MOST && performance.now() < until)
  return { hits: [...hits.values()], isAll: next === undefined }
}
