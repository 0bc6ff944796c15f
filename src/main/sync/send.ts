import { GalleyError } from '../../common/errors'
import { isWeak } from './if-match'
import type { Content, RemoteWrite } from './sides'
import type { SyncWorld } from './world'

/** What a remote file must be before it is written: not there, or what has this ETag, which was read as these bytes. */
export type Expected = 'absent' | { readonly etag: string | null; readonly hash: string }

/** Of what was only read to be compared. */
export async function hashThere({ content }: { readonly content: Content }): Promise<string> {
  await content.drop()
  return content.hash
}

/**
 * Writes a file there. Whoever gives no answer, or one that proves nothing, is asked what is there now: with our bytes it was written
 * (Y5), with those of before it was not.
 * @throws GalleyError also when the server said yes and has kept nothing, or says no for no reason
 */
export async function sendThere(
  { remotePath, hash }: { readonly remotePath: string; readonly hash: string },
  content: Content,
  expect: Expected,
  world: SyncWorld
): Promise<RemoteWrite> {
  const { remote } = world
  const hashNow = async () => {
    const there = await remote.read(remotePath, null)
    return there.kind === 'file' ? { hash: await hashThere(there), etag: there.etag } : null
  }
  let written: RemoteWrite
  try {
    written = await remote.write(remotePath, content, expect)
  } catch (error) {
    if (!(error instanceof GalleyError && error.reason === 'unreachable')) throw error
    const now = await hashNow()
    if (now?.hash !== hash) throw error
    return { kind: 'written', created: false, etag: now.etag }
  }
  if (written.kind === 'refused') {
    if (expect === 'absent' || expect.etag === null) return written
    const now = await hashNow()
    if (now?.hash !== expect.hash) return written
    // nothing has changed there: its tag has, or it holds for no precondition at all
    const again = now.etag === expect.etag && isWeak(now.etag) ? null : now.etag
    written = await remote.write(remotePath, content, { etag: again })
    if (written.kind === 'refused' && now.etag === expect.etag)
      throw new GalleyError(
        'io-failed',
        'The server refuses to replace this file, though it is unchanged there.'
      )
    if (written.kind === 'refused') return written
  }
  const isProof = written.etag !== null && (expect === 'absent' || written.etag !== expect.etag)
  if (isProof) return written
  // what is large is not read again for this
  if (!content.bytes) {
    if ((await remote.head(remotePath)).kind === 'gone') throw notKept()
    return written
  }
  const now = await hashNow()
  if (now?.hash === hash) return { ...written, etag: now.etag }
  if (!now || (expect !== 'absent' && now.hash === expect.hash)) throw notKept()
  // somebody has changed it in between, and nobody knows whether ours was there: both are merged
  return { kind: 'refused' }
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
