import { join } from 'node:path'
import type { Core } from '../core/core'
import { isTempName } from '../layout/layout'
import { isGuid } from '../layout/names'

/** Temporary files may be those of a command of another process, which writes tokens and settings. */
const SURELY_LEFT_MS = 60 * 60_000

/**
 * W4: what crashes left below `.galley/` and surely belongs to nobody: old temporary files, and shadows of a
 * content that the file, its history and the index have left behind. What could be of use to anybody is the
 * doctor's to tell of.
 */
export async function sweepService(core: Core, startedAt: number, stopped: () => boolean): Promise<void> {
  const { fs, layout } = core
  const before = startedAt - SURELY_LEFT_MS
  const names = (await fs.readdir(layout.service)) ?? []
  const folders = names.filter(({ name, kind }) => kind === 'folder' && !kept.has(name))
  for (const folder of [layout.service, ...folders.map(({ name }) => join(layout.service, name))]) {
    for (const { name } of (await fs.readdir(folder)) ?? [])
      if (isTempName(name)) await removeOlder(core, join(folder, name), before)
  }
  for (const { name } of (await fs.readdir(layout.shadows)) ?? []) {
    if (stopped()) return
    await core.requests.pause(10, 100)
    await sweepShadows(core, join(layout.shadows, name), startedAt)
  }
}

// nothing is written there under a temporary name
const kept = new Set(['files', 'current', 'blobs', 'trash', 'staging', 'damaged'])

async function sweepShadows(core: Core, folder: string, startedAt: number): Promise<void> {
  for (const { name } of (await core.fs.readdir(folder)) ?? []) {
    const [id = '', hash = ''] = name.split('.')
    const record = isGuid(id) ? core.index.memory.byId(id) : undefined
    if (!record || record.hash === hash) continue
    await core.locks.run([record.path], async () => {
      const now = core.index.memory.byId(id)
      const state = await core.logs.load(record.id)
      if (!now || !state?.current || now.path !== record.path || now.hash !== state.current.hash) return
      if (hash === state.current.hash || hash === state.previous?.hash) return
      await removeOlder(core, join(folder, name), startedAt)
    })
  }
}

async function removeOlder(core: Core, file: string, before: number): Promise<void> {
  const stat = await core.fs.lstat(file)
  if (stat?.kind === 'file' && stat.mtimeMs < before) await core.fs.unlink(file)
}
