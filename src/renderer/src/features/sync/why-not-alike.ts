import type { ContentPath } from '../../../../common/content/paths'
import { formatOfPath } from '../../../../common/formats/files'
import type { SyncPair, WhyApart } from '../../../../common/sync'
import { dayAndClock } from '../../components/formats'
import type { PairFiles } from './pair-files'

interface InPair {
  readonly pair: Pick<SyncPair, 'paused'>
  readonly files: Pick<PairFiles, 'files' | 'alike' | 'apart'>
  /** What the server is called. */
  readonly server: string
  /** Whether this person writes documents as a whole, by their settings. */
  readonly isApart: boolean
}

/**
 * Why an open document is not kept alike with that of the server (RT13), in a sentence that says what helps. Null while
 * it is, and where nothing is ever kept alike: of media, and where the service does not do so.
 */
export function whyNotAlike(
  path: ContentPath,
  { pair, files, server, isApart }: InPair,
  now: number
): string | null {
  const { alike, apart } = files
  if (apart === null || alike.has(path) || formatOfPath(path) === 'media') return null
  if (files.files.get(path)?.state === 'conflict')
    return 'It was changed on both sides, and a conflict waits. Decide it, and the document is kept alike again.'
  if (pair.paused) return 'The sync of this site is paused. Resume it, and the document is kept alike again.'
  const one = apart.get(path)
  if (one) return sentences[one.why](server, dayAndClock(one.since, now))
  return isApart
    ? 'It is saved as a whole. Switch “Write together, letter by letter” on in the settings, and it is kept alike.'
    : 'It is saved as a whole here. The sync fetches and sends it.'
}

const sentences: Readonly<Record<WhyApart, (server: string, since: string) => string>> = {
  joining: (server) => `It is being joined with the one at ${server}.`,
  away: (server, since) =>
    `Nothing gets through to ${server} since ${since}. Write on: your words go there when it answers again.`,
  'no-line': (server) =>
    `${server} answers, but a stream does not come through, perhaps because of a proxy between. The sync fetches and sends the document.`,
  'may-not-read': (server) =>
    `You may not read it at ${server}. What you write stays here. Ask who looks after the site there.`,
  'may-not-write': (server) =>
    `You may not write it at ${server}. What you write stays here, as a change to be sent. Ask who looks after the site there.`,
  older: (server) =>
    `${server} does not write together with apps; it may be an earlier version. The sync fetches and sends the document.`,
  unfit: (server) =>
    `${server} does not share it letter by letter: it is too large, or written in another way there. The sync fetches and sends it.`,
  moved: (server) =>
    `It is not at its place at ${server}: new here, or moved or deleted there. The sync sees to it.`,
  'to-compare': () =>
    'Both sides have changed since they were the same. The sync compares them first; then the document is kept alike.',
  'left-out': () => 'It is left out of what is synced. “What of this site is synced…” changes that.',
  failed: () => 'It did not work just now. It is tried again by itself.'
}
