import { useEffect } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { segmentsOf } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { SiteCode, SiteCodeState } from '../../../../common/site-code'
import { createSignal, useRead } from '../../state/signal'
import { desktop } from '../../workbench/bridge'
import { keep, keptText } from '../../state/keep'

const KEY = 'galley-site-look'

let states: ReadonlyMap<ContentPath, SiteCodeState> = new Map()
let wanted: boolean | null = null
let isFollowing = false
const changed = createSignal<void>(follow)

/** How pages of a site are shown (E23). */
export interface SiteLook {
  readonly site: ContentPath
  readonly state: SiteCodeState
  /** Whether the person wants to see pages as the site makes them look. */
  readonly isOn: boolean
}

/** Null in a browser, above sites, and until it is known: then pages are shown plain. */
export function useSiteLook(path: ContentPath): SiteLook | null {
  const site = siteOf(path)
  const known = useRead(changed, () => states)
  const isOn = useRead(changed, isWanted)
  const state = site === null ? undefined : known.get(site)
  useEffect(() => {
    if (site !== null && !states.has(site)) void readSiteCode(site)
  }, [site, known])
  return site === null || !state ? null : { site, state, isOn }
}

/** Where the site's code lies, as the app knows it now. */
export async function readSiteCode(site: ContentPath): Promise<SiteCodeState | null> {
  const state = (await desktop()?.call('siteCode', site)) ?? null
  if (state) known(site, state)
  return state
}

/** @returns what is wrong with it; null when it is kept */
export async function setSiteCode(site: ContentPath, code: SiteCode | null): Promise<string | null> {
  const answer = await desktop()?.call('setSiteCode', site, code)
  if (!answer) return null
  if ('problem' in answer) return answer.problem
  known(site, answer)
  return null
}

export function showSiteLook(isOn: boolean): void {
  wanted = isOn
  keep(KEY, isOn ? 'site' : 'plain')
  changed.notify()
}

function isWanted(): boolean {
  return (wanted ??= keptText(KEY) === 'site')
}

function known(site: ContentPath, state: SiteCodeState): void {
  states = new Map([...states, [site, state]])
  changed.notify()
}

/**
 * Goes on for as long as the window: another workspace, trusted or not any more, or changed in another
 * window.
 */
function follow(): () => void {
  const bridge = desktop()
  if (bridge && !isFollowing) {
    isFollowing = true
    bridge.on('siteCode', () => {
      states = new Map()
      changed.notify()
    })
  }
  return () => undefined
}

const siteOf = (path: ContentPath): ContentPath | null =>
  segmentsOf(path).length < 2 ? null : siteFolder(path)
