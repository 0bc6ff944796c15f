import type { Page } from 'playwright-core'
import { waitFor } from './wait'

/** Waits until these words are kept on this machine, whatever the service has of them. What kill -9 leaves behind is there then. */
export async function expectKept(page: Page, words: string): Promise<void> {
  await waitFor(`“${words}” in a draft`, () => page.evaluate(isKept, words))
}

/** Whether these words, or any without them, are kept on this machine as words that the service does not have. */
export const isInDraft = (page: Page, words: string | null): Promise<boolean> => page.evaluate(isKept, words)

/** Runs in the page. */
async function isKept(words: string | null): Promise<boolean> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('no answer'))
    })
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name ?? ''))
    try {
      for (const store of database.objectStoreNames) {
        const records = await answer(database.transaction(store).objectStore(store).getAll())
        if (words === null ? records.length > 0 : JSON.stringify(records).includes(words)) return true
      }
    } finally {
      database.close()
    }
  }
  return false
}
