import { GalleyError, sentence } from '../../common/errors'
import { isWorkspace, openRecords, openTeamDatabase } from '../store'
import type { OpenRecords } from '../store/types'
import { commandTrust, openWorkspace } from '../trust'
import { resolve } from 'node:path'
import type { Terminal } from './command'
import { requireNamed } from './team-place'

/** Makes the workspace when there is none. One that another process holds is there already. */
async function ensureWorkspace(folder: string, { notify }: Pick<Terminal, 'notify'>): Promise<void> {
  if (await isWorkspace(folder)) return
  try {
    const { store } = await openWorkspace(folder, { trust: commandTrust(notify), notify })
    await store.close()
  } catch (error) {
    // somebody else is just making it
    if (!(error instanceof GalleyError && error.reason === 'in-use')) throw error
  }
}

/** What `--data` says for the workspace of a team, which its environment names. */
const TEAM = 'team:'

/**
 * The small records of a workspace: tokens, sessions, links.
 * @param data what `--data` says: a folder, or `team:`
 * @param makes tells, where the workspace may be made; undefined: it has to be there
 * @throws GalleyError not-a-workspace
 */
export async function recordsOf(data: string, makes?: Pick<Terminal, 'notify'>): Promise<OpenRecords> {
  if (data === TEAM) {
    // a node's program, which no folder needs
    const { readSettings } = await import('../team')
    const settings = readSettings(process.env)
    const database = await openTeamDatabase(requireNamed(settings), 2)
    return database.records(settings.workspace)
  }
  const folder = resolve(data)
  if (makes) await ensureWorkspace(folder, makes)
  else await requireWorkspace(folder)
  return openRecords(folder)
}

/** @throws GalleyError not-a-workspace */
export async function requireWorkspace(folder: string): Promise<void> {
  if (await isWorkspace(folder)) return
  throw new GalleyError('not-a-workspace', sentence`${{ folder }} is no Galley workspace. Check --data.`, {
    where: folder
  })
}
