import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { GalleyError, sentence } from '../../common/errors'
import { answers, withinDisk, type Outgoing } from '../outgoing'
import { isAllowed, type Channel } from './channel'
import type { ReleaseFile } from './manifest'

interface Following {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

const UNFINISHED = '.part'

/**
 * Fetches a file of a release: from the origin of the manifest alone, no redirect followed, its size and its
 * hash held against the manifest while it comes (UP4). What is not just that leaves nothing behind.
 * @returns where it lies
 * @throws GalleyError untrusted, damaged, disk-full, io-failed, cancelled · OutgoingFailure
 */
export async function download(
  outgoing: Outgoing,
  { address }: Pick<Channel, 'address'>,
  file: ReleaseFile,
  folder: string,
  { signal, onProgress }: Following
): Promise<string> {
  const url = new URL(file.url, address)
  if (url.origin !== address.origin || !isAllowed(url, address.protocol === 'http:'))
    throw new GalleyError(
      'untrusted',
      'Its file lies on another server than the manifest. It was not fetched.'
    )
  const name = basename(url.pathname)
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/.test(name))
    throw new GalleyError('untrusted', 'Its file has a name that no release has. It was not fetched.')
  await emptied(folder)
  const part = join(folder, name + UNFINISHED)
  try {
    const limits = { ...answers.film, what: 'an update', bytes: file.size }
    const answer = await outgoing.send({
      method: 'GET',
      url,
      headers: { 'Accept-Encoding': 'identity' },
      limits,
      signal
    })
    if (answer.status !== 200) {
      answer.discard()
      const isElsewhere = answer.status >= 300 && answer.status < 400
      throw new GalleyError(
        'untrusted',
        isElsewhere
          ? 'The server sends on to another address. That is not followed for updates.'
          : sentence`The server does not have its file (${{ status: answer.status }}).`
      )
    }
    if (answer.size !== null && answer.size !== file.size) {
      answer.discard()
      throw wrong('Its file has another size than the manifest says.')
    }
    await stored(
      withinDisk(answer.chunks(), () => roomIn(folder), file.size),
      part,
      file,
      onProgress
    )
    await rename(part, join(folder, name))
    return join(folder, name)
  } catch (error) {
    await rm(part, { force: true })
    throw failureOf(error, signal)
  }
}

async function stored(
  pieces: AsyncIterable<Uint8Array>,
  part: string,
  { size, sha256 }: ReleaseFile,
  onProgress: Following['onProgress']
): Promise<void> {
  const hash = createHash('sha256')
  const handle = await open(part, 'wx', 0o600)
  let done = 0
  try {
    for await (const piece of pieces) {
      await handle.writeFile(piece)
      hash.update(piece)
      done += piece.length
      onProgress(done, size)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (done !== size) throw wrong('Its file has another size than the manifest says.')
  if (hash.digest('hex') !== sha256) throw wrong('Its file is not the one that was signed.')
}

/** One update is kept: the one that is being fetched. */
async function emptied(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true })
}

async function roomIn(folder: string) {
  try {
    const { bavail, bsize } = await statfs(folder)
    return { free: bavail * bsize }
  } catch {
    return null
  }
}

const wrong = (message: string) =>
  new GalleyError('damaged', sentence`${{ problem: message }} It was thrown away.`)

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new GalleyError('cancelled', 'The update was not fetched.')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new GalleyError('disk-full', 'The disk is full. Free some space, then try again.', {
      cause: error
    })
  return error
}
