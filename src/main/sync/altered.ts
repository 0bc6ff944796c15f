import { GalleyError, sentence } from '../../common/errors'
import { memoryOf } from './facts'
import type { AgreedFile } from './memory'
import type { Sent, There } from './send'
import type { Content } from './sides'
import type { SyncWorld } from './world'

/**
 * In so many runs a content is sent that the server has altered each time; then it waits for a change, or for
 * a person who tries it again.
 */
const MOST_RUNS = 3

interface SentFile {
  readonly path: string
  readonly remotePath: string
  readonly hash: string
  readonly id: string
}

/**
 * Remembers that the server has other bytes than the ones that were sent: these are what the next write
 * replaces, and no change of anybody that would have to come here (Y5).
 * @throws GalleyError io-failed always: it was not sent
 */
export async function keepAltered(
  key: string,
  { path, remotePath, hash, id }: SentFile,
  there: There,
  world: SyncWorld
): Promise<never> {
  if (there.content?.bytes) await world.contents.put(there.content.bytes)
  await there.content?.drop()
  const known = memoryOf(world, key)
  const before = known.agreed?.altered
  const runs = before?.sent === hash ? Math.min(before.runs + 1, MOST_RUNS) : 1
  await world.memory.put(key, {
    ...known,
    intent: undefined,
    agreed: {
      ...known.agreed,
      path,
      remotePath,
      id,
      hash: there.hash,
      etag: there.etag,
      lastModified: null,
      altered: { sent: hash, runs }
    }
  })
  throw alteredThere(path, runs)
}

/** @throws GalleyError io-failed when this content was altered often enough, and nobody asks for this file */
export function giveUpFor(
  { path, hash }: { readonly path: string; readonly hash: string },
  agreed: AgreedFile | undefined,
  { options }: SyncWorld
): void {
  const altered = agreed?.altered
  if (altered?.sent === hash && altered.runs >= MOST_RUNS && !options.only)
    throw alteredThere(path, altered.runs)
}

function alteredThere(where: string, runs: number): GalleyError {
  const next =
    runs < MOST_RUNS
      ? 'The next sync sends it again.'
      : 'It is not sent again by itself: ask who runs the server or its gateway, then try it again.'
  return new GalleyError(
    'io-failed',
    sentence`Something on the way to the server changes this file: what lies there is not what was sent. The file here is as you wrote it. ${{ next }}`,
    { where }
  )
}

/**
 * Nobody can tell whether somebody wrote it in that moment, or what was sent was altered: a person decides,
 * and both contents are kept (Y5).
 */
export async function keepDoubtful(
  key: string,
  { path, remotePath, hash, base }: SentFile & { readonly base: string | null },
  content: Content,
  there: Extract<Sent, { kind: 'doubtful' }>['there'],
  world: SyncWorld
): Promise<void> {
  await world.contents.putContent(content)
  await world.contents.putContent(there.content)
  await there.content.drop()
  const isKept = base !== null && content.bytes !== null && (await world.contents.get(base)) !== null
  await world.memory.put(key, {
    ...memoryOf(world, key),
    intent: undefined,
    conflict: {
      path,
      remotePath,
      base: isKept ? base : null,
      ...(!isKept && base !== null && { lostBase: base }),
      local: hash,
      remote: there.hash,
      etag: there.etag,
      result: hash,
      count: 1,
      beyond:
        'Right after it was sent, the server had other bytes: something on the way has changed the file, or somebody has written it there in that moment.',
      at: world.now()
    }
  })
}
