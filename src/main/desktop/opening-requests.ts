import { BrowserWindow, type App } from 'electron'
import { z } from 'zod'
import type { OpeningRequest } from '../../common/bridge'
import { readStartArguments, type StartArguments } from '../../common/links'
import type { BridgeHandlers } from './bridge'
import { notify } from './messages'
import { openingRequestsIn } from './outside'
import type { SettingsFile } from './settings'
import type { WorkspaceHost } from './workspace-host'

/** What was opened with Galley, until a window takes it. */
export interface OpeningRequests {
  /** @param folder what relative paths begin at */
  take(own: readonly string[], folder: string): StartArguments
  /** What a second start tells of itself. */
  takeTold(told: unknown): Pick<StartArguments, 'newWindow'>
  /** macOS tells it by events, also before the app is ready. */
  from(app: Pick<App, 'on'>): void
  /** Each is handed over once. */
  handOver(): OpeningRequest[]
  again(request: OpeningRequest): void
}

/** Requests that wait at most: more come from no person. */
const MOST_WAITING = 20

const told = z.object({ arguments: z.string().max(8192).array().max(200), folder: z.string().max(4096) })

export function openOpeningRequests(): OpeningRequests {
  const waiting: OpeningRequest[] = []

  function notifyWindow(): void {
    const [window] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    if (window) notify(window, 'opening-request', null)
  }

  const requests: OpeningRequests = {
    take(own, folder) {
      const asked = readStartArguments(own)
      if (asked.opens.length > 0)
        void openingRequestsIn(asked, folder).then((found) => {
          waiting.push(...found.slice(0, MOST_WAITING - waiting.length))
          notifyWindow()
        })
      return asked
    },
    takeTold(value) {
      const read = told.safeParse(value)
      return read.success ? requests.take(read.data.arguments, read.data.folder) : { newWindow: false }
    },
    from(app) {
      app.on('open-url', (event, url) => {
        event.preventDefault()
        requests.take(['--', url], '/')
      })
      app.on('open-file', (event, path) => {
        event.preventDefault()
        requests.take(['--', path], '/')
      })
    },
    handOver: () => waiting.splice(0),
    again: (request) => void waiting.push(request)
  }
  return requests
}

type OpeningCalls = 'takeOpeningRequests' | 'openAgain' | 'connectedTo' | 'connectedWorkspaces'

/** What a window asks about links. */
export function openingHandlers(
  requests: OpeningRequests,
  { host, settings }: { readonly host: WorkspaceHost; readonly settings: SettingsFile }
): Pick<BridgeHandlers, OpeningCalls> {
  const known = () => settings.value.servers ?? {}
  return {
    takeOpeningRequests: () => requests.handOver(),
    openAgain: (_window, server, path) => requests.again({ kind: 'document', server, path }),
    connectedTo: (_window, servers) => {
      const { location } = host
      if (location === null || JSON.stringify(known()[location] ?? []) === JSON.stringify(servers)) return
      const recent = new Set([location, ...settings.value.recent])
      const kept = Object.entries(known()).filter(([folder]) => recent.has(folder) && folder !== location)
      void settings.update({
        servers: Object.fromEntries(servers.length === 0 ? kept : [...kept, [location, [...servers]]])
      })
    },
    connectedWorkspaces: (_window, server) =>
      Object.entries(known()).flatMap(([location, servers]) => (servers.includes(server) ? [location] : []))
  }
}
