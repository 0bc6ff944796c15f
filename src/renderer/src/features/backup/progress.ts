import { useEffect } from 'react'
import { createStore, useStore } from '../../state/store'
import type { BackupProgress } from '../../../../common/bridge'
import { sizeOf } from '../../../../common/content/size'
import { desktop } from '../../workbench/bridge'
import { startJob } from '../../workbench/jobs'

const shown = createStore<BackupProgress | null>(null)
let stopListening: (() => void) | null = null
let job: ReturnType<typeof startJob> | null = null

/** How far the backup or restore is that this app has under way; null when there is none. */
export function useBackupProgress(): BackupProgress | null {
  useEffect(followBackups, [])
  return useStore(shown)
}

/** From now on the status bar shows what is under way, whichever window began it. */
export function followBackups(): void {
  stopListening ??= desktop()?.on('backup', take) ?? null
}

export const stopBackup = (): void => void desktop()?.call('stopBackup')

const titles: Readonly<Record<BackupProgress['kind'], Readonly<Record<BackupProgress['phase'], string>>>> = {
  backup: { writing: 'Backing up', checking: 'Checking the backup' },
  restore: { checking: 'Checking the backup', writing: 'Restoring' }
}

export const titleOf = ({ kind, phase }: BackupProgress): string => titles[kind][phase]

/** `1.2 of 3.4 GB` */
export const farOf = ({ done, total }: BackupProgress): string =>
  total === 0 ? '' : `${sizeOf(done)} of ${sizeOf(total)}`

function take(progress: BackupProgress | null): void {
  const now = shown.now()
  const isSame = progress !== null && now !== null && titleOf(progress) === titleOf(now)
  if (!isSame) {
    job?.end()
    job =
      progress &&
      startJob({ title: titleOf(progress), total: progress.total, unit: 'bytes', cancel: stopBackup })
  }
  if (progress) job?.progress(progress.done, farOf(progress), progress.total)
  shown.set(progress)
}
