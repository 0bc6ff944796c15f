import { livingByLocks } from '../../../../src/renderer/src/documents/living'
import { IDBFactory } from 'fake-indexeddb'
import { GalleyError } from '../../../../src/common/errors'
import { contentPath, type ContentPath } from '../../../../src/common/content/paths'
import type { FileEvent } from '../../../../src/common/api/events'
import { openDraftDatabase } from '../../../../src/renderer/src/documents/draft-database'
import { openDraftStore, type DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentService, StoredFile } from '../../../../src/renderer/src/documents/service'
import { DocumentSession } from '../../../../src/renderer/src/documents/session'

export const PAGE = contentPath('/northwind/harbour/index.html')
/** Who works in the window. */
export const ME = 'me@example.org'
export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A service that keeps its promises (S3) in memory, and can be told to fail. */
export class MemoryService implements DocumentService {
  readonly files = new Map<ContentPath, StoredFile>()
  readonly writes: { text: string; session: string | undefined }[] = []
  /** What was given up for somebody else's words. */
  readonly givenUp: string[] = []
  problem: GalleyError | null = null
  /** While set, what is written is stored, and its answer is lost. */
  lost: GalleyError | null = null
  /** While set, writes wait for it before they are stored. */
  gate: Promise<void> | null = null
  /** While set, answers to reads wait for it; they say what was stored when the read began. */
  readGate: Promise<void> | null = null
  private count = 0

  put(text: string | Uint8Array, by = 'jon@example.org', path = PAGE): string {
    const etag = `"${++this.count}"`
    this.files.set(path, {
      bytes: typeof text === 'string' ? bytesOf(text) : text,
      etag,
      by: { email: by },
      at: this.count
    })
    return etag
  }

  textAt(path = PAGE): string | null {
    const file = this.files.get(path)
    return file ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes) : null
  }

  async read(path: ContentPath): Promise<StoredFile | null> {
    const file = this.files.get(path) ?? null
    await this.readGate
    return file
  }

  async write(
    path: ContentPath,
    bytes: Uint8Array,
    { replaces, session }: { replaces: string | null; session?: string }
  ) {
    await this.gate
    if (this.problem) throw this.problem
    if ((this.files.get(path)?.etag ?? null) !== replaces)
      throw new GalleyError('precondition-failed', 'It changed.')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    this.writes.push({ text, session })
    const etag = this.put(bytes, ME, path)
    if (this.lost) throw this.lost
    return { etag }
  }

  async keepGivenUp(path: ContentPath, bytes: Uint8Array, ifMatch: string) {
    await this.gate
    if (this.problem) throw this.problem
    if (this.files.get(path)?.etag !== ifMatch) throw new GalleyError('precondition-failed', 'It changed.')
    this.givenUp.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  }
}

/** Web Locks for one process: what a browser does, without a browser. */
export class MemoryLocks implements LockManager {
  private readonly names = new Set<string>()

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<T>
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<T>
  async request<T>(
    name: string,
    first: LockOptions | LockGrantedCallback<T>,
    second?: LockGrantedCallback<T>
  ): Promise<T> {
    const callback = typeof first === 'function' ? first : second
    if (!callback) throw new TypeError('A callback is missing.')
    if (this.names.has(name)) return await callback(null)
    this.names.add(name)
    try {
      return await callback({ name, mode: 'exclusive' })
    } finally {
      this.names.delete(name)
    }
  }

  query(): Promise<LockManagerSnapshot> {
    const held = [...this.names].map((name) => ({ name, mode: 'exclusive' as const, clientId: '' }))
    return Promise.resolve({ held, pending: [] })
  }
}

export function memoryDrafts(): DraftStore {
  return openDraftStore([openDraftDatabase(new IDBFactory())], livingByLocks(new MemoryLocks()))
}

let sessions = 0

export async function openSession(
  service: DocumentService,
  drafts: DraftStore,
  path = PAGE,
  timing = { idle: 40, most: 120, firstRetry: 20, lastRetry: 80 }
): Promise<DocumentSession> {
  const session = new DocumentSession(path, {
    service,
    drafts,
    workspace: 'w',
    me: () => ME,
    id: `s${++sessions}`,
    timing
  })
  await session.open()
  return session
}

/** As an editor does: the text changes, then the document is told. */
export function type(session: DocumentSession, text: string): void {
  let now = text
  session.attach({ read: () => now, write: (next) => void (now = next) })
  session.edited()
}

export function changedBy(name: string, etag: string, session = 'other'): FileEvent {
  const by = { email: `${name}@example.org`, name }
  return { type: 'file', change: 'changed', path: PAGE, fileId: 'f', etag, by, session, origin: 'api' }
}
