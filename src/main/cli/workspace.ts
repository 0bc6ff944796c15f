import { GalleyError } from '../../common/errors'
import { openStore } from '../store'
import { nodeFs } from '../store/durable-fs'
import { layoutOf } from '../store/layout'
import { translating } from '../store/os-errors'

/** Makes the workspace when there is none. One that another process holds is there already. */
export async function ensureWorkspace(folder: string): Promise<void> {
  if (await isWorkspace(folder)) return
  try {
    const store = await openStore(folder)
    await store.close()
  } catch (error) {
    // somebody else is just making it
    if (!(error instanceof GalleyError && error.reason === 'in-use')) throw error
  }
}

/** @throws GalleyError not-a-workspace */
export async function requireWorkspace(folder: string): Promise<void> {
  if (await isWorkspace(folder)) return
  throw new GalleyError('not-a-workspace', `${folder} is no Galley workspace. Check --data.`, {
    where: folder
  })
}

async function isWorkspace(folder: string): Promise<boolean> {
  return translating(folder, async () => (await nodeFs.lstat(layoutOf(folder).workspaceFile)) !== null)
}
