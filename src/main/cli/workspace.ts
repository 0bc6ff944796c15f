import { GalleyError, sentence } from '../../common/errors'
import { isWorkspace } from '../store'
import { commandTrust, openWorkspace } from '../trust'
import type { Terminal } from './command'

/** Makes the workspace when there is none. One that another process holds is there already. */
export async function ensureWorkspace(folder: string, { notify }: Pick<Terminal, 'notify'>): Promise<void> {
  if (await isWorkspace(folder)) return
  try {
    const { store } = await openWorkspace(folder, { trust: commandTrust(notify), notify })
    await store.close()
  } catch (error) {
    // somebody else is just making it
    if (!(error instanceof GalleyError && error.reason === 'in-use')) throw error
  }
}

/** @throws GalleyError not-a-workspace */
export async function requireWorkspace(folder: string): Promise<void> {
  if (await isWorkspace(folder)) return
  throw new GalleyError('not-a-workspace', sentence`${{ folder }} is no Galley workspace. Check --data.`, {
    where: folder
  })
}
