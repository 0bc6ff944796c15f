import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../system/replace-file'

const bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(200),
  height: z.number().int().min(200),
  maximized: z.boolean()
})

const port = z.number().int().min(0).max(65_535)

const desktopSettings = z.object({
  lastWorkspace: z.string().nullable().catch(null),
  recent: z.array(z.string()).max(50).catch([]),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  bounds: bounds.nullable().catch(null),
  /** This app asks which workspaces to trust: one that did not had them all opened as they were (T1). */
  asksForTrust: z.boolean().optional().catch(undefined),
  /** The highest sequence of a manifest that was seen, by channel (UP3). */
  updates: z.record(z.string(), z.int().min(0)).optional().catch(undefined),
  /** The servers that workspaces were connected to, by their folders (LI4). */
  servers: z.record(z.string(), z.string().array().max(50)).optional().catch(undefined),
  /** Where the code of sites lies (E23), by workspace and site. */
  siteCode: z
    .record(
      z.string(),
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('folder'), folder: z.string() }),
        z.object({ kind: z.literal('address'), address: z.string() })
      ])
    )
    .optional()
    .catch(undefined),
  /** How spelling is checked (VE21). */
  spelling: z
    .object({
      on: z.boolean(),
      languages: z.array(z.string()).max(100),
      ignored: z.array(z.string()).max(10_000)
    })
    .optional()
    .catch(undefined),
  localApi: z.object({ on: z.boolean(), port, chosen: port.exactOptional() }).optional().catch(undefined)
})

type DesktopSettings = Readonly<z.infer<typeof desktopSettings>>
export type WindowBounds = Readonly<z.infer<typeof bounds>>

const RECENT_MAX = 8

/**
 * What the app remembers on this machine, outside any workspace: `desktop.json` in the folder for user data.
 */
export interface SettingsFile {
  readonly value: DesktopSettings
  /**
   * Takes effect at once; resolves when it is on disk. A failed write is told to `onFailure`, never thrown.
   */
  update(change: Partial<DesktopSettings>): Promise<void>
}

/** Reads the file once, at start. What is missing or damaged in it counts as not set. */
export function openSettings(folder: string, onFailure: (error: unknown) => void): SettingsFile {
  const file = join(folder, 'desktop.json')
  let value = readSettings(file)
  let written: Promise<void> = Promise.resolve()
  return {
    get value() {
      return value
    },
    update(change) {
      value = { ...value, ...change }
      written = written.then(() => replaceFile(file, `${JSON.stringify(value, null, 2)}\n`)).catch(onFailure)
      return written
    }
  }
}

/** The list of recent workspaces with `location` in front. */
export function withRecent(recent: readonly string[], location: string): string[] {
  return [location, ...recent.filter((other) => other !== location)].slice(0, RECENT_MAX)
}

function readSettings(file: string): DesktopSettings {
  let stored: unknown = {}
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // First start, or a damaged file: the defaults are right for both.
  }
  const parsed = desktopSettings.safeParse(stored)
  return parsed.success ? parsed.data : desktopSettings.parse({})
}
