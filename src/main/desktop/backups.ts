import type { BackupOutcome, BackupProgress, RestoreOutcome } from '../../common/bridge'
import { dueEvery } from '../../common/due'
import { GalleyError } from '../../common/errors'
import { restoreBackup, type Progress } from '../backup'
import { problemOf } from './start-state'
import { folderPath, type WorkspaceHost } from './workspace-host'

/** Backups and restores of this app, one at a time (BK). */
export interface Backups {
  backUp(folder: string): Promise<BackupOutcome>
  restore(file: string, folder: string): Promise<RestoreOutcome>
  stop(): void
  /** The zip that was written last. */
  last(): string | null
}

/** Windows need not hear of every piece. */
const EVERY_MS = 100

export function createBackups(
  host: WorkspaceHost,
  notifyAll: (progress: BackupProgress | null) => void
): Backups {
  let running: AbortController | null = null
  let lastFile: string | null = null

  async function alone<T>(
    kind: BackupProgress['kind'],
    work: (following: { onProgress: (progress: Progress) => void; signal: AbortSignal }) => Promise<T>
  ): Promise<T | { readonly ok: false; readonly reason: string; readonly message: string }> {
    if (running)
      return {
        ok: false,
        reason: 'in-use',
        message: 'A backup or a restore is under way. Wait for it, or stop it.'
      }
    const stop = (running = new AbortController())
    const isDue = dueEvery(EVERY_MS)
    try {
      notifyAll({ kind, phase: kind === 'backup' ? 'writing' : 'checking', done: 0, total: 0 })
      return await work({
        signal: stop.signal,
        onProgress: (progress) => {
          if (isDue()) notifyAll({ kind, ...progress })
        }
      })
    } catch (error) {
      return { ok: false, ...problemOf(error) }
    } finally {
      running = null
      notifyAll(null)
    }
  }

  return {
    backUp: (folder) =>
      alone('backup', async (following) => {
        const { file, files, bytes, leftOut } = await host.backUp(folder, following)
        lastFile = file
        return {
          ok: true,
          file,
          files,
          bytes,
          leftOut: leftOut.map(({ path, message }) => `${path}: ${message}`)
        }
      }),
    restore: (file, folder) =>
      alone('restore', async (following) => {
        const { location, about, findings } = await restoreBackup(
          folderPath(file),
          folderPath(folder),
          following
        )
        const { files, takenAt } = about
        return {
          ok: true,
          location,
          files,
          takenAt,
          findings: findings.map(({ where, message }) => `${where}: ${message}`)
        }
      }),
    stop: () => running?.abort(new GalleyError('cancelled', 'Stopped. Nothing of it was kept.')),
    last: () => lastFile
  }
}
