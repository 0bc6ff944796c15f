import type { ContentPath } from '../../../../common/content/paths'

/** Words that the service has not acknowledged yet, kept on this machine. */
export interface Draft {
  /** The editing session that typed it: the key. */
  readonly session: string
  readonly workspace: string
  readonly path: ContentPath
  readonly text: string
  /** What the text was typed upon. */
  readonly baseEtag: string | null
  readonly baseText: string
  /** What was on its way to the service when this was written. */
  readonly sending: string | null
  readonly at: number
}

export interface DraftStore {
  /** Resolves when the draft is on disk. */
  put(draft: Draft): Promise<void>
  remove(session: string): Promise<void>
  /** Marks the session as alive until the returned function is called: nobody else takes its draft. */
  hold(session: string): () => void
  /**
   * Takes over the newest draft that a session no longer alive left for the path, under a new session's name.
   * @returns null when there is none
   */
  adopt(workspace: string, path: ContentPath, session: string): Promise<Draft | null>
  /** Paths of drafts that sessions no longer alive have left. */
  left(workspace: string): Promise<ContentPath[]>
}

const DATABASE = 'galley-drafts'
const STORE = 'drafts'
const lockName = (session: string) => `galley-draft-${session}`

/** Drafts in the browser's IndexedDB, written with strict durability; liveness through Web Locks. */
export function openDraftStore(factory: IDBFactory, locks: LockManager): DraftStore {
  let opening: Promise<IDBDatabase> | null = null
  const database = () => (opening ??= openDatabase(factory))

  const inStore = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>
  ): Promise<T> => {
    const transaction = (await database()).transaction(STORE, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(STORE))
    await finished(transaction)
    return request.result
  }
  const dead = async (drafts: readonly Draft[]): Promise<Draft[]> => {
    const held = new Set((await locks.query()).held?.map((lock) => lock.name))
    return drafts.filter((draft) => !held.has(lockName(draft.session)))
  }
  const all = (): Promise<Draft[]> => inStore('readonly', (store) => store.getAll())

  return {
    put: async (draft) => {
      await inStore('readwrite', (store) => store.put(draft))
    },
    remove: async (session) => {
      await inStore('readwrite', (store) => store.delete(session))
    },
    hold: (session) => {
      let release: () => void = () => {}
      void locks.request(lockName(session), () => new Promise<void>((resolve) => (release = resolve)))
      return () => release()
    },
    adopt: async (workspace, path, session) => {
      const mine = (await dead(await all())).filter(
        (draft) => draft.workspace === workspace && draft.path === path
      )
      for (const draft of mine.sort((a, b) => b.at - a.at)) {
        const taken = await locks.request(lockName(draft.session), { ifAvailable: true }, (lock) =>
          lock ? rename(database, draft.session, session) : null
        )
        if (taken) return taken
      }
      return null
    },
    left: async (workspace) => {
      const drafts = (await dead(await all())).filter((draft) => draft.workspace === workspace)
      return [...new Set(drafts.map((draft) => draft.path))]
    }
  }
}

/** In one transaction: the draft is never absent, and never there twice. */
async function rename(database: () => Promise<IDBDatabase>, from: string, to: string): Promise<Draft | null> {
  const transaction = (await database()).transaction(STORE, 'readwrite', { durability: 'strict' })
  const store = transaction.objectStore(STORE)
  let taken: Draft | null = null
  const request: IDBRequest<Draft | undefined> = store.get(from)
  request.onsuccess = () => {
    if (!request.result) return
    taken = { ...request.result, session: to }
    store.put(taken)
    store.delete(from)
  }
  await finished(transaction)
  return taken
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'session' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
