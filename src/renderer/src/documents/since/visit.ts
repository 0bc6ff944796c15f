import { hasVersions } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, currentWorkspace, sentenceOf } from '../../api'
import { dayAndClock } from '../../components/formats'
import { createStore, type Store } from '../../state/store'
import { notify, notifyFailure } from '../../workbench/toast'
import { openCompare, subscribeWorkbench, workbench } from '../../workbench/workbench'
import { perDocument } from '../per-document'
import { openDocumentAt } from '../registry'
import type { DocumentSession } from '../session'
import type { DocumentSnapshot } from '../snapshot'
import { versionRef } from '../versions/compare-newest'
import { knownVersions, type KnownVersion } from '../versions/written'
import { changeSince, sinceWords, versionSeen } from './change-since'
import { noteSeen, seenLast, type Seen } from './seen'

/** A document from when it is opened until it is closed, to who has been there before. */
interface Visit {
  /** What was seen of it before. */
  readonly last: Seen | null
  /** Who has changed it since, as a sentence, until that is put away. */
  readonly news: Store<string | null>
  readonly end: () => void
}

/** The visit of an open document, which begins when it is first shown. */
export const visitOf = perDocument(beginVisit, ({ end }) => end())

function beginVisit(session: DocumentSession): Visit {
  const last = seenLast(session.path)
  const news = createStore<string | null>(null)
  let isCompared = false
  let noted: string | null = null
  let wasSeen = false

  const tell = async (snapshot: DocumentSnapshot) => {
    if (last === null || last.etag === snapshot.etag) return
    try {
      const versions = await historyOf(session.path)
      const change = changeSince(last, versions, snapshot.modifiedBy, currentWorkspace()?.owner?.email)
      news.set(change && sinceWords(change, Date.now()))
    } catch (problem) {
      console.warn('What has changed since this was seen last could not be asked.', problem)
    }
  }
  const look = () => {
    const snapshot = session.snapshot()
    const { etag } = snapshot
    if (etag === null) return
    if (!isCompared) void tell(snapshot)
    isCompared = true
    const isSeen = isLookedAt(session.path)
    // what was there when one looked away was seen last then
    if (isSeen ? noted !== etag : wasSeen) noteSeen(session.path, { etag, at: Date.now() })
    if (isSeen) noted = etag
    wasSeen = isSeen
  }
  const leave = () => {
    const { etag } = session.snapshot()
    if (wasSeen && etag !== null) noteSeen(session.path, { etag, at: Date.now() })
  }
  const ends = [session.subscribe(look), subscribeWorkbench(look)]
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', leave)
  look()
  return {
    last,
    news,
    end: () => {
      for (const end of ends) end()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
    }
  }
}

/** Opens what was there when one was here last beside what is there now, or says that there is no difference. */
export async function compareWithSeen(path: ContentPath): Promise<void> {
  const session = openDocumentAt(path)
  if (!session) return
  const { last, news } = visitOf(session)
  if (last === null) return notify('As far as this computer knows, you are here for the first time.')
  if (last.etag === session.snapshot().etag)
    return notify(`Nothing has changed since you were here last (${dayAndClock(last.at, Date.now())}).`)
  try {
    const seen = versionSeen(last, await historyOf(path))
    if (!seen) return notify('This file has no versions, so there is nothing to compare with.')
    news.set(null)
    openCompare(path, versionRef(path, seen), { kind: 'current', path })
  } catch (problem) {
    notifyFailure('Could not read the versions', sentenceOf(problem))
  }
}

const historyOf = async (path: ContentPath): Promise<readonly KnownVersion[]> =>
  hasVersions(splitName(nameOf(path)).ext) ? knownVersions(await api.history(path)) : []

/** Whether the document is in front, in a window that is. */
function isLookedAt(path: ContentPath): boolean {
  const { tabs, activeTab } = workbench()
  return document.visibilityState === 'visible' && tabs.find(({ id }) => id === activeTab)?.path === path
}
