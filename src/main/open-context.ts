import { reportFailure } from './system/failure-text'
import { openOrgRules } from './permissions/org-rules'
import type { ServiceContext } from './http/context'
import { openDrafts } from './authoring/drafts'
import { openHealth } from './health'
import { openWorkers } from './workers'
import { openEventHub } from './events/event-hub'
import { openOperations } from './events/long-work'
import { openServiceFolder } from './settings/service-folder'
import { openMomentRuns } from './authoring/moment/runs'
import { openSettings } from './settings'
import { trusted } from './trust/workspace-trust'
import { tokenRecords, tokensIn } from './callers/tokens/token-files'
import { openLastUses, useRecord } from './callers/last-uses'
import { openLinks } from './callers/sessions/links'
import { openSessionBook } from './callers/sessions/session-book'
import type { ServiceOptions } from './callers/types'
import { openWaysInChanges } from './callers/ways-in'

/** How often the last use of a token is written down. */
const HOUR_MS = 60 * 60 * 1000

/** What the routes of one service work with. Whoever opens it ends its `events`, and waits for its settings and uses. */
export function openContext(given: ServiceOptions): ServiceContext {
  const { store, trust = trusted, sessionRecords = store.records } = given
  const options = { ...given, report: given.report ?? reportFailure }
  const settings = openSettings(store)
  const events = openEventHub(store)
  const tokens = tokensIn(store.records(tokenRecords.kind, tokenRecords.parse))
  const sessions = openSessionBook(sessionRecords)
  return {
    store,
    options,
    events,
    operations: openOperations(events),
    momentRuns: openMomentRuns(store),
    drafts: openDrafts(store),
    tokens,
    uses: openLastUses(store.records('token-uses', useRecord), HOUR_MS),
    sessions,
    waysIn: openWaysInChanges([tokens, sessions], options.report),
    links: openLinks(sessionRecords),
    rulesOf: openOrgRules(store),
    serviceFolder: openServiceFolder(store, settings, options.report),
    health: openHealth({
      store,
      program: options.checkProgram ?? null,
      onChange: () => events.publish({ type: 'health' }),
      tell: options.tell ?? (() => undefined),
      ...(options.healthTimes && { times: options.healthTimes })
    }),
    trust,
    workers: openWorkers({ program: options.workerProgram ?? null }),
    settings: () => settings,
    // what was said at the start is no part of the workspace
    identityProvider: async () =>
      options.identityProvider ?? (trust.identityProvider ? (await settings).value.identityProvider : null)
  }
}
