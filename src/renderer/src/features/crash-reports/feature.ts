import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import { desktop } from '../../workbench/bridge'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { awaitField } from '../../workbench/typing-ahead'
import { CrashReports } from './CrashReports'

export const feature: Feature = { parts: { background: whileShown(useCrashReports) } }

function useCrashReports(): void {
  useEffect(() => {
    if (!desktop()) return
    return registerCommands([{ id: 'help.crash-reports', title: 'Crash reports…', group: 'Help', run: show }])
  }, [])
  useEffect(() => {
    const bridge = desktop()
    if (!bridge) return
    const report = (error: unknown) => {
      if (error instanceof Error)
        void bridge.call('noteError', error.name.slice(0, 100), (error.stack ?? '').slice(0, 16_000))
    }
    const onError = ({ error }: ErrorEvent) => report(error)
    const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason)
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [])
}

function show(): void {
  awaitField()
  const id = modals.open({
    title: 'Crash reports',
    size: 560,
    children: createElement(CrashReports, { onDone: () => modals.close(id) })
  })
}
