import { BrowserWindow, type App } from 'electron'
import { z } from 'zod'
import type { OutsideWish } from '../../common/bridge'
import { readStartArguments, type StartArguments } from '../../common/links'
import type { BridgeHandlers } from './bridge'
import { notify } from './messages'
import { wishesIn } from './outside'
import type { SettingsFile } from './settings'
import type { WorkspaceHost } from './workspace-host'

/** What was opened with Galley, until a window takes it. */
export interface Wishes {
  /** @param folder what relative paths begin at */
  take(own: readonly string[], folder: string): StartArguments
  /** What a second start tells of itself. */
  takeTold(told: unknown): Pick<StartArguments, 'newWindow'>
  /** macOS tells it by events, also before the app is ready. */
  from(app: Pick<App, 'on'>): void
  /** Each is handed over once. */
  handOver(): OutsideWish[]
  again(wish: OutsideWish): void
}

/** Wishes that wait at most: more come from no person. */
const MOST_WAITING = 20

const told = z.object({ arguments: z.string().max(8192).array().max(200), folder: z.string().max(4096) })

export function openWishes(): Wishes {
  const waiting: OutsideWish[] = []

  function tell(): void {
    const [window] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    if (window) notify(window, 'wish', null)
  }

  const wishes: Wishes = {
    take(own, folder) {
      const asked = readStartArguments(own)
      if (asked.opens.length > 0)
        void wishesIn(asked, folder).then((found) => {
          waiting.push(...found.slice(0, MOST_WAITING - waiting.length))
          tell()
        })
      return asked
    },
    takeTold(value) {
      const read = told.safeParse(value)
      return read.success ? wishes.take(read.data.arguments, read.data.folder) : { newWindow: false }
    },
    from(app) {
      app.on('open-url', (event, url) => {
        event.preventDefault()
        wishes.take(['--', url], '/')
      })
      app.on('open-file', (event, path) => {
        event.preventDefault()
        wishes.take(['--', path], '/')
      })
    },
    handOver: () => waiting.splice(0),
    again: (wish) => void waiting.push(wish)
  }
  return wishes
}

type WishCalls = 'takeWishes' | 'wishAgain' | 'connectedTo' | 'connectedWorkspaces'

/** What a window asks about links. */
export function wishHandlers(
  wishes: Wishes,
  { host, settings }: { readonly host: WorkspaceHost; readonly settings: SettingsFile }
): Pick<BridgeHandlers, WishCalls> {
  const known = () => settings.value.servers ?? {}
  return {
    takeWishes: () => wishes.handOver(),
    wishAgain: (_window, server, path) => wishes.again({ kind: 'document', server, path }),
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
