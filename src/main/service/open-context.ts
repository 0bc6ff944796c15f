import { openOrgRules } from './access/org-rules'
import type { ServiceContext } from './context'
import { openDrafts } from './drafts'
import { openWorkers } from '../workers'
import { openEventHub } from './event-hub'
import { openOperations } from './operations'
import { openServiceFolder } from './service-folder'
import { openMomentRuns } from './moment/runs'
import { openSettings } from './settings'
import { trusted } from '../trust/workspace-trust'
import { tokenRecords, tokensIn } from './tokens/token-files'
import { openTokenUses, tokenUseRecords } from './tokens/token-uses'
import type { ServiceOptions } from './types'

/** What the routes of one service work with. Whoever opens it ends its `events`, and waits for its settings and uses. */
export function openContext(options: ServiceOptions): ServiceContext {
  const { store, trust = trusted } = options
  const settings = openSettings(store)
  const events = openEventHub(store)
  return {
    store,
    options,
    events,
    operations: openOperations(events),
    momentRuns: openMomentRuns(store),
    drafts: openDrafts(store),
    tokens: tokensIn(store.records(tokenRecords.kind, tokenRecords.parse)),
    uses: openTokenUses(store.records(tokenUseRecords.kind, tokenUseRecords.parse)),
    rulesOf: openOrgRules(store),
    serviceFolder: openServiceFolder(store, settings, options.report ?? console.error),
    trust,
    workers: openWorkers({ program: options.workerProgram ?? null }),
    settings: () => settings,
    // what was said at the start is no part of the workspace
    identityProvider: async () =>
      options.identityProvider ?? (trust.identityProvider ? (await settings).value.identityProvider : null)
  }
}
