import { app, crashReporter, shell } from 'electron'
import { join } from 'node:path'
import type { CrashReports } from '../../common/bridge'
import { deleteReports, listDumps, openErrorLog, pruneDumps, type ErrorLog } from '../crashes'
import type { BridgeHandlers } from './bridge'

/** Crashes stay on this computer (CR1). Called before the app is ready. */
export function keepCrashes(): ErrorLog {
  crashReporter.start({ uploadToServer: false, compress: true })
  const log = openErrorLog(join(app.getPath('userData'), 'errors.log'))
  const note = (error: unknown) => {
    if (error instanceof Error) log.note('app', error.name, error.stack ?? '')
  }
  process.on('uncaughtExceptionMonitor', note)
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit' && reason !== 'killed')
      log.note('app', `${words(type)}Gone`, `at ${words(reason)} (exit.js:${Math.abs(exitCode)}:0)`)
  })
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit' && reason !== 'killed')
      log.note('window', 'WindowGone', `at ${words(reason)} (exit.js:${Math.abs(exitCode)}:0)`)
  })
  void app.whenReady().then(() => pruneDumps(app.getPath('crashDumps')))
  return log
}

const words = (text: string) => text.replace(/[^A-Za-z]/g, '')

type CrashCalls = 'crashReports' | 'revealCrashReports' | 'deleteCrashReports' | 'noteError'

/** What a window asks about them. */
export function crashHandlers(log: ErrorLog): Pick<BridgeHandlers, CrashCalls> {
  const folder = () => app.getPath('crashDumps')
  return {
    crashReports: async (): Promise<CrashReports> => ({
      dumps: (await listDumps(folder())).map(({ name, at, size }) => ({ name, at, size })),
      errors: await log.lines(),
      versions: {
        Galley: app.getVersion(),
        Electron: process.versions.electron ?? '',
        Chromium: process.versions['chrome'] ?? '',
        system: `${process.platform} ${process.arch} ${process.getSystemVersion()}`
      }
    }),
    revealCrashReports: async () => {
      const [newest] = await listDumps(folder())
      shell.showItemInFolder(newest?.file ?? folder())
    },
    deleteCrashReports: async () => {
      await Promise.all([deleteReports(folder()), log.remove()])
    },
    noteError: (_window, name, stack) => log.note('window', name, stack)
  }
}
