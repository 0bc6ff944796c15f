import { rm } from 'node:fs/promises'
import { createService } from '../../src/main/service'
import type { ServiceOptions, WatchedService } from '../../src/main/service'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'
import { sparseWorkspace } from '../support/workspace'
import type { Transport } from './transport'
import { replyOf } from './transport'

/** A service over a real store in a temporary folder. */
export interface Workspace {
  readonly location: string
  readonly store: FolderStore
  readonly service: WatchedService
  close(): Promise<void>
}

/** @param folder where; default: a new workspace without empty folders */
export async function openWorkspace(
  options: Partial<ServiceOptions> = {},
  folder?: string
): Promise<Workspace> {
  const location = folder ?? (await sparseWorkspace())
  const store = await openStore({ folder: location })
  const service = createService({ store, appVersion: '0.0.0', ...options })
  return {
    location,
    store,
    service,
    async close() {
      await service.close()
      await store.close()
      await rm(location, { recursive: true, force: true })
    }
  }
}

/** Requests straight to the service, as the owner: what a window of the app does. */
export async function inProcess(): Promise<Transport> {
  const { service, close } = await openWorkspace()
  return {
    email: 'owner@localhost',
    close,
    request: async (method, path, parts = {}) =>
      replyOf(await service.fetch(new Request(`galley://app${path}`, { method, ...parts }), 'owner'))
  }
}
