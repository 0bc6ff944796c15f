import { join } from 'node:path'
import { createService } from '../../src/main/service'
import type { Service } from '../../src/main/service'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'
import { unsyncedFs } from './unsynced-fs'

export interface Bench {
  readonly store: FolderStore
  readonly service: Service
  /** A request of the owner, as the app's windows make it. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
}

/** Opens a workspace with its service, hands it to the work, and closes both. */
export async function withWorkspace<T>(location: string, work: (bench: Bench) => Promise<T>): Promise<T> {
  const store = await openStore({ folder: location })
  try {
    const workerProgram = join(import.meta.dirname, 'worker.mjs')
    const roomProgram = join(import.meta.dirname, 'room.mjs')
    const service = createService({ store, appVersion: 'bench', workerProgram, roomProgram })
    try {
      const ask = (path: string, init?: RequestInit) =>
        service.fetch(new Request(`http://127.0.0.1${path}`, init), 'owner')
      return await work({ store, service, ask })
    } finally {
      await service.close()
    }
  } finally {
    await store.close()
  }
}

/** Fills a workspace through the store, without waiting for the disk. */
export async function fill(location: string, work: (store: FolderStore) => Promise<unknown>): Promise<void> {
  const store = await openStore({ folder: location, fs: unsyncedFs, watch: false })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}
