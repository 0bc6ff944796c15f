import { GalleyError } from '../../common/errors'
import { isWeak } from './if-match'
import { bareEtag } from './observe'
import type { Content, RemoteWrite } from './sides'
import { hashIn } from './trust'
import type { SyncWorld } from './world'

/**
 * What a remote file must be before it is written: not there, or what has this ETag, which was read as these
 * bytes.
 */
export type Expected = 'absent' | { readonly etag: string | null; readonly hash: string }

/** What became of a file that was sent. `there` is for the caller to drop. */
export type Sent =
  | RemoteWrite
  /** The server has other bytes since this write, each time that it was sent. */
  | { readonly kind: 'altered'; readonly there: There }
  /**
   * The server has bytes that are neither those of before nor ours: of somebody else, or ours and altered.
   */
  | { readonly kind: 'doubtful'; readonly there: There & { readonly content: Content } }

export interface There {
  readonly hash: string
  /** Null where it does not come back unaltered either. */
  readonly content: Content | null
  readonly etag: string | null
}

/** How often a file is sent in one run to a server that comes to have other bytes. */
const MOST_SENDS = 3

/** Of what was only read to be compared. */
export async function hashThere({ content }: { readonly content: Content }): Promise<string> {
  await content.drop()
  return content.hash
}

interface Sending {
  readonly remotePath: string
  readonly hash: string
}

/**
 * Writes a file there, and knows afterwards that the server has these bytes: by the ETag of the answer where
 * it is their hash, else by reading them (Y5). With the bytes of before it was not written. What came to be
 * other bytes is sent again, a few times.
 * @param how.wasAltered these bytes were sent by an earlier run, and altered
 * @throws GalleyError also when the server said yes and has kept nothing, or says no for no reason
 */
export async function sendThere(
  file: Sending,
  content: Content,
  { expect, wasAltered }: { readonly expect: Expected; readonly wasAltered: boolean },
  world: SyncWorld
): Promise<Sent> {
  let before = expect
  let created = false
  for (let sends = 1; ; sends += 1) {
    const answer = await written(file, content, before, world)
    if (answer.kind === 'refused') return answer
    created ||= answer.created
    const sent = await proven(
      file,
      { ...answer, created },
      { expect: before, isAgain: wasAltered || sends > 1 },
      world
    )
    if (sent.kind !== 'altered' || sends === MOST_SENDS) return sent
    await sent.there.content?.drop()
    before = sent.there
  }
}

/** Who gives no answer is asked what is there now; who refuses, whether there was a reason to. */
async function written(
  { remotePath, hash }: Sending,
  content: Content,
  expect: Expected,
  world: SyncWorld
): Promise<RemoteWrite> {
  const { remote } = world
  let answer: RemoteWrite
  try {
    answer = await remote.write(remotePath, content, expect)
  } catch (error) {
    if (!(error instanceof GalleyError && error.reason === 'unreachable')) throw error
    const now = await tagNow(remotePath, world)
    if (now?.hash !== hash) throw error
    return { kind: 'written', created: false, etag: now.etag }
  }
  if (answer.kind === 'written' || expect === 'absent' || expect.etag === null) return answer
  const now = await tagNow(remotePath, world)
  if (now?.hash !== expect.hash) return answer
  // nothing has changed there: its tag has, or it holds for no precondition at all
  const again = now.etag === expect.etag && isWeak(now.etag) ? null : now.etag
  answer = await remote.write(remotePath, content, { etag: again })
  if (answer.kind === 'refused' && now.etag === expect.etag)
    throw new GalleyError(
      'io-failed',
      'The server refuses to replace this file, though it is unchanged there.'
    )
  return answer
}

async function tagNow(remotePath: string, { remote }: SyncWorld) {
  const there = await remote.read(remotePath, null)
  return there.kind === 'file' ? { hash: await hashThere(there), etag: there.etag } : null
}

type Written = Extract<RemoteWrite, { kind: 'written' }>

/** An answer says that something was written; only the bytes say what. */
async function proven(
  { remotePath, hash }: Sending,
  answer: Written,
  { expect, isAgain }: { readonly expect: Expected; readonly isAgain: boolean },
  world: SyncWorld
): Promise<Sent> {
  const told = hashIn(answer.etag)
  if (told === hash) return answer
  const isNews = answer.etag !== null && (expect === 'absent' || answer.etag !== expect.etag)
  const now = await readBack(remotePath, { hash, told, isNews, etag: answer.etag }, world)
  if (now === null) throw notKept()
  if (now.hash === hash) {
    await now.content?.drop()
    return { ...answer, etag: now.etag }
  }
  const isOld = expect !== 'absent' && now.hash === expect.hash
  const isOfThisWrite = isNews && now.etag !== null && bareEtag(now.etag) === bareEtag(answer.etag ?? '')
  if (isOfThisWrite || (isAgain && isOld) || now.content === null) return { kind: 'altered', there: now }
  // a config may be kept in another form: then both are merged
  if (!isNews && !isOld && world.options.isConfig !== true)
    return { kind: 'doubtful', there: { ...now, content: now.content } }
  await now.content.drop()
  if (isOld) throw notKept()
  // it has changed once more since: somebody has written it, and both are merged
  return { kind: 'refused' }
}

/**
 * What the server has after a write; null: nothing. What may have been altered on its way back alone is read
 * twice.
 */
async function readBack(
  remotePath: string,
  sent: {
    readonly hash: string
    /** What the server says that it has since. */
    readonly told: string | undefined
    readonly etag: string | null
    readonly isNews: boolean
  },
  { remote }: SyncWorld
): Promise<There | null> {
  try {
    let now = await remote.read(remotePath, null)
    if (now.kind === 'file' && now.content.hash !== sent.hash && sent.isNews) {
      await now.content.drop()
      now = await remote.read(remotePath, null)
    }
    return now.kind === 'file' ? { content: now.content, hash: now.content.hash, etag: now.etag } : null
  } catch (error) {
    const isAltered = error instanceof GalleyError && error.reason === 'io-failed'
    if (!isAltered || sent.told === undefined) throw error
    return { content: null, hash: sent.told, etag: sent.etag }
  }
}

const notKept = () =>
  new GalleyError(
    'io-failed',
    'The server took this file and does not have it. The next sync sends it again.'
  )

/** Deletes what has this ETag; where tags are weak, what was looked at just now. */
export async function removeThere(
  remotePath: string,
  etag: string | null,
  { remote }: SyncWorld
): Promise<'removed' | 'gone' | 'refused'> {
  const done = await remote.remove(remotePath, etag)
  return done === 'refused' && isWeak(etag) ? remote.remove(remotePath, null) : done
}
