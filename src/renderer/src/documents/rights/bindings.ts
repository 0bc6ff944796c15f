import { useEffect } from 'react'
import type { ConfigState } from '../../../../common/api/client'
import { contentPath, orgOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { readConfig, type Row } from '../../../../common/formats/sheet/config-format'
import { bindingFor, bindingsIn, type EditorBinding } from '../../../../common/formats/structured'
import { api, onServiceEvent, reasonOf } from '../../api'
import { createSignal, useRead } from '../../state/signal'

interface OrgBindings {
  bindings: readonly EditorBinding[] | null
  reading: Promise<void> | null
  again: boolean
}

const orgs = new Map<string, OrgBindings>()
const changed = createSignal<void>()
let stopEvents: (() => void) | null = null

/**
 * The binding that a document lies in: null for none, undefined while the organization's config is being
 * read.
 */
export function useBinding(path: ContentPath): EditorBinding | null | undefined {
  const org = orgOf(path)
  useEffect(() => void loadBindings(org), [org])
  return useRead(changed, () => {
    const known = orgs.get(org)?.bindings
    return known ? bindingFor(known, path) : undefined
  })
}

/** All bindings of an organization, in their order. A config that cannot be read binds nothing. */
export async function loadBindings(org: string): Promise<readonly EditorBinding[]> {
  stopEvents ??= onServiceEvent((event) => {
    if (event.type === 'hello') for (const known of orgs.keys()) void read(known)
    if (event.type === 'config' && segmentsOf(contentPath(event.path)).length === 1) {
      void read(orgOf(contentPath(event.path)))
    }
  })
  const known = orgs.get(org)
  if (known?.bindings) return known.bindings
  await read(org)
  return orgs.get(org)?.bindings ?? []
}

/** The rows of every sheet of a config; none when it is not a config. */
export function rowsOf(text: string): readonly Row[] {
  try {
    return [...readConfig(text).sheets.values()].flat()
  } catch {
    return []
  }
}

/**
 * The organization's config; null when it has none that this person may read.
 * @throws GalleyError
 */
export async function orgConfig(org: string): Promise<ConfigState | null> {
  const path = contentPath(`/${org}`)
  // Asked first, so that an organization without a config is no failed request.
  return (await api.configs(path)).includes(path) ? await api.config(path) : null
}

function read(org: string): Promise<void> {
  const entry = orgs.get(org) ?? { bindings: null, reading: null, again: false }
  orgs.set(org, entry)
  if (entry.reading) {
    entry.again = true
    return entry.reading
  }
  entry.reading = readOnce(org, entry).finally(() => {
    entry.reading = null
    changed.notify()
    if (!entry.again) return
    entry.again = false
    void read(org)
  })
  return entry.reading
}

async function readOnce(org: string, entry: OrgBindings): Promise<void> {
  try {
    const config = await orgConfig(org)
    entry.bindings = config ? bindingsIn(rowsOf(config.text)) : []
  } catch (problem) {
    // Who may not read the config still opens documents; what was known before stays while the service is
    // away.
    if (reasonOf(problem) !== 'unreachable' || !entry.bindings) entry.bindings ??= []
  }
}
