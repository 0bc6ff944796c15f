import { useEffect } from 'react'
import { registerCommands, type Command } from '../../workbench/commands/commands'
import { editorSettings } from '../../workbench/editor-settings'
import { notify } from '../../workbench/toast'
import { activeTab, openTool, workbench } from '../../workbench/workbench'
import type { SyncPair } from '../../../../common/sync'
import { changeWhatIsSynced } from './first-sync/change-what'
import { disconnect } from './panel/PairHead'
import { setDeciding, showSync } from './screen'
import { pauseOrResume, runNow, stopRun } from './sync-actions'
import { reloadSync, syncNow, useSyncPart } from './sync-store'
import { whyNotAlike } from './why-not-alike'

/** Sync, for the palette, the menus and the keys. */
export function useSyncCommands(): void {
  // the native menu asks anew what can be done whenever commands are registered
  const standing = useSyncPart(({ overview }) =>
    (overview?.pairs ?? [])
      .map(
        ({ id, paused, status }) => `${id} ${paused} ${status.state === 'running'} ${status.conflicts > 0}`
      )
      .join()
  )
  useEffect(() => registerCommands(commands), [standing])
}

const hasSite = () => workbench().site !== null
const pairs = (): readonly SyncPair[] => {
  const { site } = workbench()
  const all = syncNow().overview?.pairs ?? []
  return site === null ? [] : all.filter(({ local }) => local === site || local.startsWith(`${site}/`))
}

/** Why the document in front is not kept alike with that of its server; null where that is nothing to tell. */
function whyOfShown(): string | null {
  const tab = activeTab(workbench())
  const { overview, files } = syncNow()
  if (tab?.kind !== 'document') return null
  const pair = overview?.pairs.find(({ local }) => tab.path.startsWith(`${local}/`))
  const own = pair && files.get(pair.id)
  if (!own) return null
  const server = overview?.remotes.find(({ id }) => id === pair.remoteId)?.name ?? 'the server'
  const isApart = editorSettings().apart
  return whyNotAlike(tab.path, { pair, files: own, server, isApart }, Date.now())
}

const commands: readonly Command[] = [
  {
    id: 'site.sync',
    title: 'Sync with a server…',
    group: 'File',
    shortcut: 'mod+shift+Y',
    enabled: hasSite,
    run: () => {
      const { site } = workbench()
      if (!site) return
      setDeciding(site, null)
      openTool('sync', site)
    }
  },
  {
    id: 'site.sync-now',
    title: 'Sync now',
    group: 'File',
    shortcut: 'mod+alt+Y',
    enabled: hasSite,
    run: syncAll
  },
  {
    id: 'sync.stop',
    title: 'Stop the sync',
    group: 'File',
    enabled: () => pairs().some(({ status }) => status.state === 'running'),
    run: async () => {
      for (const { id, status } of pairs()) if (status.state === 'running') await stopRun(id)
    }
  },
  {
    id: 'sync.pause',
    title: 'Pause the sync',
    group: 'File',
    enabled: () => pairs().some(({ paused }) => !paused),
    run: async () => {
      for (const pair of pairs()) if (!pair.paused) await pauseOrResume(pair)
    }
  },
  {
    id: 'sync.resume',
    title: 'Sync by itself again',
    group: 'File',
    enabled: () => pairs().some(({ paused }) => paused),
    run: async () => {
      for (const pair of pairs()) if (pair.paused) await pauseOrResume(pair)
    }
  },
  {
    id: 'sync.decide',
    title: 'Decide what both sides have changed…',
    group: 'File',
    enabled: () => pairs().some(({ status }) => status.conflicts > 0),
    run: () => {
      const pair = pairs().find(({ status }) => status.conflicts > 0)
      if (pair) showSync(pair, { key: null })
    }
  },
  {
    id: 'sync.why-not-alike',
    title: 'Say why this document is not kept alike',
    group: 'File',
    enabled: () => whyOfShown() !== null,
    run: () => {
      const why = whyOfShown()
      if (why !== null) notify(why)
    }
  },
  {
    id: 'sync.what',
    title: 'What of this site is synced…',
    group: 'File',
    enabled: () => pairs().length > 0,
    run: () => {
      const [pair] = pairs()
      if (pair) changeWhatIsSynced(pair, () => void reloadSync())
    }
  },
  {
    id: 'sync.disconnect',
    title: 'Disconnect this site from its server…',
    group: 'File',
    enabled: () => pairs().length > 0,
    run: () => {
      const [pair] = pairs()
      const remote = syncNow().overview?.remotes.find(({ id }) => id === pair?.remoteId)
      if (pair) disconnect(pair, remote, () => void reloadSync())
    }
  }
]

/** Runs the pairs of the shown site; without one, shows how to make one. */
async function syncAll(): Promise<void> {
  const { site, ...shown } = workbench()
  if (!site) return
  if (syncNow().overview === null) await reloadSync()
  const own = pairs()
  if (own.length === 0) openTool('sync', site)
  // what is said about a document shows in the status bar: the view of it stays
  else if (activeTab({ ...shown, site }) === null) openTool('sync', site)
  for (const { id } of own) await runNow(id)
}
