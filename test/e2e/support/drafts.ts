import type { Page } from 'playwright-core'
import { waitFor } from './wait'

/** Waits until these words are kept on this machine, whatever the service has of them. What kill -9 leaves behind is there then. */
export async function expectKept(page: Page, words: string): Promise<void> {
  await waitFor(`“${words}” in a draft`, () => page.evaluate(isKept, words))
}

/** Runs in the page. */
async function isKept(words: string): Promise<boolean> {
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
        if (JSON.stringify(records).includes(words)) return true
      }
    } finally {
      database.close()
    }
  }
  return false
}
