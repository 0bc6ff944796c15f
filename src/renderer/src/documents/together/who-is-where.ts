import type { ServiceEvent } from '../../../../common/api/events'
import { contentPath, parentOf, ROOT, type ContentPath } from '../../../../common/content/paths'
import type { Present } from '../../../../common/present'
import { api, onServiceEvent } from '../../api'
import { createSignal, useRead } from '../../state/signal'
import { isOfOrg } from '../touches'
import { isMe } from './people-words'

/** What is drawn anew listens again at once. Milliseconds. */
const LINGER = 400
const nobody: readonly Present[] = []

/** All who are in each document, as the service told last. */
let documents = new Map<ContentPath, readonly Present[]>()
/** Others than whoever works here, in documents, and in folders by what is in them. */
let others: ReadonlyMap<ContentPath, readonly Present[]> = new Map()
/** What was told while the list was on its way may be newer than it. */
let reading: 'no' | 'yes' | 'again' = 'no'

const changed = createSignal<void>(() => {
  const stop = onServiceEvent(hear)
  void read()
  return () => {
    stop()
    set(new Map())
  }
}, LINGER)

/**
 * The others who are in a document, or in those of a folder, each once: kept true by the event stream (RT10).
 * @param path null for what is neither
 */
export function useOthersIn(path: ContentPath | null): readonly Present[] {
  return useRead(changed, () => (path === null ? nobody : (others.get(path) ?? nobody)))
}

function hear(event: ServiceEvent): void {
  if (event.type === 'presence') {
    const next = new Map(documents)
    const path = contentPath(event.path)
    if (event.people.length > 0) next.set(path, event.people)
    else next.delete(path)
    set(next)
    if (reading === 'yes') reading = 'again'
  } else if (event.type === 'hello' || isOfOrg(event)) void read()
}

async function read(): Promise<void> {
  if (reading !== 'no') {
    reading = 'again'
    return
  }
  do {
    reading = 'yes'
    try {
      const { documents: told } = await api.present(ROOT)
      set(new Map(told.map(({ path, people }) => [contentPath(path), people])))
    } catch (problem) {
      // a `hello` comes as soon as the service is there again
      console.warn('Who is in which document could not be asked.', problem)
      break
    }
  } while (isAskedAgain())
  reading = 'no'
}

const isAskedAgain = () => reading === 'again'

function set(next: Map<ContentPath, readonly Present[]>): void {
  documents = next
  const found = new Map<ContentPath, Map<string, Present>>()
  for (const [document, people] of documents)
    for (const one of people) {
      if (isMe(one)) continue
      for (let path = document; path !== ROOT; path = parentOf(path)) {
        const known = found.get(path) ?? new Map<string, Present>()
        const before = known.get(one.email)
        found.set(path, known.set(one.email, before && !before.isIdle ? before : one))
      }
    }
  const activeFirst = (people: ReadonlyMap<string, Present>) =>
    [...people.values()].sort((one, other) => Number(one.isIdle) - Number(other.isIdle))
  others = new Map([...found].map(([path, people]) => [path, activeFirst(people)]))
  changed.notify()
}
