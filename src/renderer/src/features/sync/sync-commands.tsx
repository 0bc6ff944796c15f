import { useEffect } from 'react'
import { sentenceOf } from '../../api'
import { registerCommands } from '../../app/commands'
import { openTool, workbench } from '../../app/workbench'
import { tellFailure } from '../../components/toast'
import { sync } from './client'

/** Sync, for the palette and the menus. */
export function useSyncCommands(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'site.sync',
          title: 'Sync with a server…',
          group: 'File',
          enabled: () => workbench().site !== null,
          run: () => {
            const { site } = workbench()
            if (site) openTool('sync', site)
          }
        },
        {
          id: 'site.sync-now',
          title: 'Sync now',
          group: 'File',
          enabled: () => workbench().site !== null,
          run: () => void syncNow()
        }
      ]),
    []
  )
}

/** Runs the pairs of the shown site; without one, shows how to make one. */
async function syncNow(): Promise<void> {
  const { site } = workbench()
  if (!site) return
  try {
    const { pairs } = await sync.overview()
    const own = pairs.filter(({ local }) => local === site || local.startsWith(`${site}/`))
    if (own.length === 0) openTool('sync', site)
    for (const { id } of own) await sync.run(id)
  } catch (error) {
    tellFailure('The sync could not begin', sentenceOf(error))
  }
}
