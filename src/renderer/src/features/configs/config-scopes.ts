import { useEffect } from 'react'
import { contentPath, orgOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { api, onServiceEvent } from '../../api'
import { createSignal, useRead } from '../../state/signal'

const NONE: ReadonlySet<ContentPath> = new Set()

const known = new Map<string, ReadonlySet<ContentPath>>()
const reading = new Map<string, Promise<void>>()
const changed = createSignal<void>()
let stopEvents: (() => void) | null = null

/**
 * Which paths of an organization have a config of their own; empty until that is known, and for who may not
 * know.
 */
export function useConfigPaths(org: string): ReadonlySet<ContentPath> {
  useEffect(() => {
    if (org !== '') void load(org)
  }, [org])
  return useRead(changed, () => known.get(org) ?? NONE)
}

/**
 * The scopes of a path, widest first: organization, site, folders, and the path itself. Each is independent
 * (C1).
 */
export function scopesOf(path: ContentPath): ContentPath[] {
  const segments = segmentsOf(path)
  return segments.map((_, index) => contentPath(`/${segments.slice(0, index + 1).join('/')}`))
}

function load(org: string): Promise<void> {
  stopEvents ??= onServiceEvent((event) => {
    if (event.type === 'hello') for (const one of known.keys()) void read(one)
    if (event.type === 'config') void read(orgOf(contentPath(event.path)))
  })
  return known.has(org) ? Promise.resolve() : read(org)
}

function read(org: string): Promise<void> {
  const before = reading.get(org) ?? Promise.resolve()
  const turn = before.then(async () => {
    if (reading.get(org) !== turn) return
    try {
      const paths = await api.configs(contentPath(`/${org}`))
      known.set(org, new Set(paths))
    } catch {
      // Who may not list the configs sees no marks; opening one says why.
      known.set(org, known.get(org) ?? NONE)
    }
    changed.notify()
  })
  reading.set(org, turn)
  return turn
}
