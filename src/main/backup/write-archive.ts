import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { GalleyError, sentence } from '../../common/errors'
import type { LeftOut, SnapshotFile, WorkspaceSnapshot } from '../store/types'
import { shortList } from './short-list'
import { ABOUT, aboutBytes, SUMS, sumLine } from './about'

interface ArchiveSummary {
  readonly files: number
  /** Of the files, not of the archive. */
  readonly bytes: number
  /** What could not be read, and what is not what the store wrote. */
  readonly leftOut: readonly LeftOut[]
}

interface WritingArchive {
  /** The archive, byte by byte; whoever stops reading stops the rest too. */
  readonly stream: AsyncIterable<Uint8Array>
  /** After the last byte of the stream. */
  summary(): ArchiveSummary
}

interface WritingOptions {
  /** The version of Galley. */
  readonly galley: string
  readonly onProgress?: (files: number, bytes: number) => void
  readonly signal?: AbortSignal
}

const MODE = { file: 0o100644, folder: 0o40755 } as const
/** Packing these again costs time and saves nothing. */
const PACKED = /\.(?:jpe?g|png|gif|webp|avif|mp4|m4v|mov|webm|mp3|m4a|ogg|pdf|zip|gz|woff2?)$/i
const TEXT = /\.(?:html?|json|log|svg|css|txt|csv|xml|ya?ml|md|js)$/i
/** What has no extension that tells is tried up to this size. */
const UNKNOWN_BYTES = 4 * 1024 * 1024

/** A snapshot as one zip, file after file as it is read: never whole in memory, never written before. */
export function writeArchive(
  snapshot: WorkspaceSnapshot,
  { galley, onProgress, signal }: WritingOptions
): WritingArchive {
  const zip = new ZipFile()
  const written = shortList(zip)
  const stop = new AbortController()
  const sums: string[] = []
  const unsound: LeftOut[] = []
  const mtime = new Date(snapshot.takenAt)
  let files = 0
  let bytes = 0

  async function add(file: SnapshotFile): Promise<void> {
    const hash = createHash('sha256')
    let size = 0
    async function* pieces() {
      for await (const piece of readable(file)) {
        signal?.throwIfAborted()
        hash.update(piece)
        size += piece.length
        bytes += piece.length
        onProgress?.(files, bytes)
        yield piece
      }
    }
    const source = Readable.from(pieces(), { objectMode: false })
    const compress = !PACKED.test(file.path) && (TEXT.test(file.path) || file.size < UNKNOWN_BYTES)
    const modified = file.modified === undefined ? mtime : new Date(file.modified)
    zip.addReadStream(source, file.path, { mtime: modified, mode: MODE.file, compress, size: file.size })
    try {
      await once(source, 'end', { signal: stop.signal })
      written.putAway()
    } finally {
      // a read that is under way may still fail, and nobody asks any more
      source.on('error', () => undefined)
      source.destroy()
    }
    if (size !== file.size) throw shrunk(file.path)
    const found = hash.digest('hex')
    if (file.hash !== undefined && found !== file.hash)
      unsound.push({
        path: file.path,
        message: 'Its bytes are not what was saved. It is in the backup as it is; “galley doctor” tells more.'
      })
    sums.push(sumLine(found, file.path))
    files++
  }

  async function addAll(): Promise<void> {
    for await (const entry of snapshot.entries()) {
      signal?.throwIfAborted()
      if (entry.kind === 'file') await add(entry)
      else zip.addEmptyDirectory(entry.path, { mtime, mode: MODE.folder })
    }
    const list = Buffer.from(sums.join(''))
    const { id, location } = snapshot.workspace
    const about = aboutBytes({
      workspace: { id, name: basename(location) },
      takenAt: Math.round(snapshot.takenAt),
      galley,
      files,
      bytes,
      leftOut: snapshot.leftOut.length + unsound.length,
      sums: createHash('sha256').update(list).digest('hex')
    })
    zip.addBuffer(list, SUMS, { mtime, mode: MODE.file })
    zip.addBuffer(about, ABOUT, { mtime, mode: MODE.file })
    written.putBack()
    zip.end()
  }

  async function* stream(): AsyncGenerator<Uint8Array> {
    const { outputStream: output } = zip
    const fail = (error: unknown) => {
      if (output instanceof Readable) output.destroy(error instanceof Error ? error : undefined)
    }
    zip.on('error', fail)
    const work = addAll().catch(fail)
    try {
      for await (const piece of output) if (piece instanceof Uint8Array) yield piece
    } finally {
      // whoever reads no further needs nothing more
      stop.abort()
      await work
    }
  }

  return {
    stream: stream(),
    summary: () => ({ files, bytes, leftOut: [...snapshot.leftOut, ...unsound] })
  }
}

/** A file that was begun cannot be left out any more. */
async function* readable(file: SnapshotFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file.read()
  } catch (cause) {
    throw new GalleyError(
      'io-failed',
      sentence`${{ path: file.path }} cannot be read to its end: its disk may be failing. No backup was made. Copy this file elsewhere as far as that goes, take it out of the workspace, and try again.`,
      { where: file.path, cause }
    )
  }
}

const shrunk = (path: string) =>
  new GalleyError('io-failed', sentence`${{ path }} became shorter while it was read. Try again.`, {
    where: path
  })
