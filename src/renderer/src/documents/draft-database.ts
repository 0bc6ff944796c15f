import { openConnection, finished, textsOf, DRAFTS, TEXTS } from './draft-connection'
import type { WholeTexts } from './draft-pieces'
import { draftOf, recordOf, type DraftRecord } from './draft-records'
import type { DraftPlace } from './drafts'

interface Stores {
  readonly drafts: IDBObjectStore
  readonly texts: IDBObjectStore
  /** What lies whole in the database, by session. */
  readonly known: Map<string, WholeTexts>
}

/**
 * Drafts in the browser's IndexedDB, written with strict durability. A long text is written whole once, and
 * then what differs from it: a key in a large document must not wait while all of it is copied. After a
 * failure the next call opens the database anew, and writes whole texts again.
 */
export function openDraftDatabase(factory: IDBFactory): DraftPlace {
  let opening: Promise<IDBDatabase> | null = null
  let known = new Map<string, WholeTexts>()
  let writes: Promise<unknown> = Promise.resolve()

  function database(): Promise<IDBDatabase> {
    if (opening) return opening
    const mine = openConnection(factory)
    opening = mine
    mine.then(
      (open) => {
        open.onclose = () => forget(mine)
        open.onversionchange = () => forget(mine)
      },
      () => forget(mine)
    )
    return mine
  }

  /** A full or broken disk leaves a connection behind that never works again. */
  function forget(failed: Promise<IDBDatabase> | null): void {
    if (opening !== failed) return
    opening = null
    known = new Map()
    failed?.then((open) => open.close()).catch(() => undefined)
  }

  async function within<T>(mode: IDBTransactionMode, work: (stores: Stores) => () => T): Promise<T> {
    const used = database()
    try {
      const transaction = (await used).transaction([DRAFTS, TEXTS], mode, { durability: 'strict' })
      const [drafts, texts] = [transaction.objectStore(DRAFTS), transaction.objectStore(TEXTS)]
      const result = work({ drafts, texts, known })
      await finished(transaction)
      return result()
    } catch (problem) {
      forget(used)
      throw problem
    }
  }

  /** One after another, as the database does it: each knows what lies whole since the one before. */
  function writing<T>(work: (stores: Stores) => () => T): Promise<T> {
    const mine = writes.then(() => within('readwrite', work))
    writes = mine.catch(() => undefined)
    return mine
  }

  return {
    put: (draft) =>
      writing(({ drafts, texts, known }) => {
        const { session } = draft
        const { record, cut } = recordOf(draft, known.get(session) ?? new Map<number, string>())
        if (cut.anew) texts.delete(textsOf(session))
        for (const number of cut.added) texts.put(cut.whole.get(number), [session, number])
        drafts.put(record)
        return () => {
          known.set(session, cut.whole)
          return 'disk'
        }
      }),
    remove: (session) =>
      writing(({ drafts, texts, known }) => {
        drafts.delete(session)
        texts.delete(textsOf(session))
        return () => void known.delete(session)
      }),
    all: () =>
      within('readonly', ({ drafts, texts }) => {
        const records: IDBRequest<DraftRecord[]> = drafts.getAll()
        const whole = readWhole(texts)
        return () =>
          records.result.flatMap((record) => draftOf(record, whole().get(record.session) ?? none) ?? [])
      }),
    /** In one transaction: the draft is never absent, and never there twice. */
    take: (session, to) =>
      writing(({ drafts, texts, known }) => {
        const request: IDBRequest<DraftRecord | undefined> = drafts.get(session)
        const whole = readWhole(texts, textsOf(session))
        let taken: DraftRecord | null = null
        // asked in this order, answered in this order
        texts.count(textsOf(session)).onsuccess = () => {
          if (!request.result) return
          taken = { ...request.result, session: to }
          drafts.put(taken)
          drafts.delete(session)
          texts.delete(textsOf(session))
          for (const [number, text] of whole().get(session) ?? none) texts.put(text, [to, number])
        }
        return () => {
          if (!taken) return null
          const its = whole().get(session) ?? none
          known.set(to, its)
          return draftOf(taken, its)
        }
      })
  }
}

const none: WholeTexts = new Map()

/** Reads whole texts. @returns what gives them by session, once the transaction has answered */
function readWhole(texts: IDBObjectStore, range?: IDBKeyRange): () => ReadonlyMap<string, WholeTexts> {
  const keys = texts.getAllKeys(range)
  const values: IDBRequest<string[]> = texts.getAll(range)
  return () => {
    const found = new Map<string, Map<number, string>>()
    for (const [index, key] of keys.result.entries()) {
      const text = values.result[index]
      if (!Array.isArray(key) || text === undefined) continue
      const [session, number] = key
      if (typeof session !== 'string' || typeof number !== 'number') continue
      found.set(session, (found.get(session) ?? new Map<number, string>()).set(number, text))
    }
    return found
  }
}
