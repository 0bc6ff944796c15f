import { useEffect, useState } from 'react'
import {
  contentPath,
  isHidden,
  nameOf,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../../../common/content/paths'
import { api, sentenceOf, useServiceEvents } from '../../api'

export interface Site {
  readonly path: ContentPath
  readonly org: string
  readonly name: string
}

export type Sites =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready'
      readonly orgs: readonly string[]
      readonly sites: readonly Site[]
      /** The site that was wanted when this list was asked for. */
      readonly wanted: ContentPath | null
    }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }

/**
 * All organizations and sites of the workspace, kept true by events.
 * @param wanted a site that should be among them: whenever another one is wanted, the list is read anew
 */
export function useSites(wanted: ContentPath | null = null): Sites {
  const [round, setRound] = useState(0)
  const [sites, setSites] = useState<Sites>({ status: 'loading' })
  useEffect(() => {
    let current = true
    readSites(wanted).then(
      (next) => current && setSites(next),
      (error: unknown) =>
        current &&
        setSites({
          status: 'failed',
          message: sentenceOf(error),
          retry: () => setRound((before) => before + 1)
        })
    )
    return () => {
      current = false
    }
  }, [round, wanted])
  useServiceEvents((event) => {
    if (event.type === 'hello' || changesSites(event, sites)) setRound((before) => before + 1)
  })
  return sites
}

function changesSites(event: { readonly type: string; readonly path?: string }, sites: Sites): boolean {
  if ((event.type !== 'folder' && event.type !== 'file') || event.path === undefined) return false
  const segments = segmentsOf(contentPath(event.path))
  if (segments.length <= 2) return true
  const site = siteOf(contentPath(event.path))
  return (
    sites.status === 'ready' && !isHidden(nameOf(site)) && !sites.sites.some((known) => known.path === site)
  )
}

async function readSites(wanted: ContentPath | null): Promise<Sites> {
  const orgs = (await api.list(contentPath('/'))).filter((item) => item.ext === undefined)
  const lists = await Promise.all(orgs.map((org) => api.list(contentPath(org.path)).catch(() => [])))
  const sites = lists.flatMap((items, index) =>
    items
      .filter((item) => item.ext === undefined && !isHidden(item.name))
      .map((item) => {
        const path = contentPath(item.path)
        return { path, org: orgs[index]?.name ?? '', name: nameOf(path) }
      })
  )
  return { status: 'ready', orgs: orgs.map((org) => nameOf(contentPath(org.path))), sites, wanted }
}
