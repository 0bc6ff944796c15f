import { useEffect, useSyncExternalStore } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { segmentsOf } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { SiteCode, SiteCodeState } from '../../../../common/site-code'
import { desktop } from '../../workbench/bridge'

const KEY = 'galley-site-look'

let states: ReadonlyMap<ContentPath, SiteCodeState> = new Map()
let wanted: boolean | null = null
const listeners = new Set<() => void>()

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
  const known = useSyncExternalStore(subscribe, () => states)
  const isOn = useSyncExternalStore(subscribe, isWanted)
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
  localStorage.setItem(KEY, isOn ? 'site' : 'plain')
  for (const listener of listeners) listener()
}

function isWanted(): boolean {
  return (wanted ??= localStorage.getItem(KEY) === 'site')
}

function known(site: ContentPath, state: SiteCodeState): void {
  states = new Map([...states, [site, state]])
  for (const listener of listeners) listener()
}

let isFollowing = false

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const bridge = desktop()
  // another workspace, trusted or not any more, or changed in another window
  if (bridge && !isFollowing) {
    isFollowing = true
    bridge.on('siteCode', () => {
      states = new Map()
      for (const one of listeners) one()
    })
  }
  return () => listeners.delete(listener)
}

const siteOf = (path: ContentPath): ContentPath | null =>
  segmentsOf(path).length < 2 ? null : siteFolder(path)
