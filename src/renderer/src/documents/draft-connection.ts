const DATABASE = 'galley-drafts'
/** 2: what is long lies whole in a store of its own. Drafts of 1 are read as they are. */
const VERSION = 2

/** One record a session. */
export const DRAFTS = 'drafts'
/** Whole texts, by session and number. */
export const TEXTS = 'texts'

/** The whole texts of one session. */
export const textsOf = (session: string): IDBKeyRange => IDBKeyRange.bound([session], [session, []])

/** Rejects as well when another window holds an older one open: nothing waits for that to be closed. */
export function openConnection(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, VERSION)
    let isGivenUp = false
    request.onupgradeneeded = () => {
      const { result: database } = request
      if (!database.objectStoreNames.contains(DRAFTS))
        database.createObjectStore(DRAFTS, { keyPath: 'session' })
      if (!database.objectStoreNames.contains(TEXTS)) database.createObjectStore(TEXTS)
    }
    request.onblocked = () => {
      isGivenUp = true
      reject(new Error('An older window of Galley has the drafts open.'))
    }
    request.onsuccess = () => (isGivenUp ? request.result.close() : resolve(request.result))
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when the transaction is where its durability says. */
export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
