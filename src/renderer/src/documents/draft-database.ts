import type { Draft, DraftPlace } from './drafts'

const DATABASE = 'galley-drafts'
const STORE = 'drafts'

/**
 * Drafts in the browser's IndexedDB, written with strict durability. After a failure the next call opens it
 * anew.
 */
export function openDraftDatabase(factory: IDBFactory): DraftPlace {
  let opening: Promise<IDBDatabase> | null = null

  function database(): Promise<IDBDatabase> {
    if (opening) return opening
    const mine = openDatabase(factory)
    opening = mine
    mine.then(
      (open) => (open.onclose = () => forget(mine)),
      () => forget(mine)
    )
    return mine
  }

  /** A full or broken disk leaves a connection behind that never works again. */
  function forget(failed: Promise<IDBDatabase> | null): void {
    if (opening !== failed) return
    opening = null
    failed?.then((open) => open.close()).catch(() => undefined)
  }

  async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => () => T): Promise<T> {
    const used = database()
    try {
      const transaction = (await used).transaction(STORE, mode, { durability: 'strict' })
      const result = work(transaction.objectStore(STORE))
      await finished(transaction)
      return result()
    } catch (problem) {
      forget(used)
      throw problem
    }
  }

  return {
    put: (draft) =>
      within('readwrite', (store) => {
        store.put(draft)
        return () => 'disk'
      }),
    remove: (session) =>
      within('readwrite', (store) => {
        store.delete(session)
        return () => undefined
      }),
    all: () =>
      within('readonly', (store) => {
        const request: IDBRequest<Draft[]> = store.getAll()
        return () => request.result
      }),
    /** In one transaction: the draft is never absent, and never there twice. */
    take: (session, to) =>
      within('readwrite', (store) => {
        let taken: Draft | null = null
        const request: IDBRequest<Draft | undefined> = store.get(session)
        request.onsuccess = () => {
          if (!request.result) return
          taken = { ...request.result, session: to }
          store.put(taken)
          store.delete(session)
        }
        return () => taken
      })
  }
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
