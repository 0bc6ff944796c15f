import type { ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import { createSignal } from '../../state/signal'
import { updateWorkbench, openTool } from '../../workbench/workbench'

/** What the first step is filled in with. */
export interface Preset {
  readonly environment: Environment
  /** Of the site, with a slash in front; null for all of it. */
  readonly folder: string | null
  /** Only these of the site: files, and folders as `/docs/*`. */
  readonly paths?: readonly string[]
}

const presets = new Map<ContentPath, Preset>()
const given = createSignal<ContentPath>()

/** Opens the import of a site, at its first step with this filled in. */
export function openImport(site: ContentPath, preset?: Preset): void {
  updateWorkbench((state) => (state.site === site ? state : { ...state, site }))
  openTool('import', site)
  if (!preset) return
  presets.set(site, preset)
  given.notify(site)
}

/** What the first step is to be filled in with, until that is forgotten. */
export function presetOf(site: ContentPath): Preset | null {
  return presets.get(site) ?? null
}

/** It has been filled in. */
export function forgetPreset(site: ContentPath): void {
  presets.delete(site)
}

/** Told when an open import gets something new to begin with. */
export const onPreset = given.subscribe
