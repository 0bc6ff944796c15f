import { useEffect, useMemo } from 'react'
import { segmentsOf, siteOf, type ContentPath } from '../../../../common/content/paths'
import { addressIn } from '../../documents/links/value-faults'
import { showAddresses } from '../../documents/links/shown-addresses'
import { chosenAddress, type ColumnKind, type ColumnKinds, type SheetStore } from '../../engines/grid'
import { notify } from '../../workbench/toast'
import { openDocument } from '../../workbench/workbench'
import { pathMeant } from '../library'
import { askToLeave } from '../site-look'
import { configColumns } from './config-columns'
import { isPlace, missingOf, useMissing } from './missing'

export const GONE = 'Nothing is at this address.'

/**
 * Addresses in the cells of a config of a site (LK10): offered while one is typed, opened, and in the sheet of the
 * library marked where nothing is there. The config of an organization names places of many sites: it has none.
 */
export function useConfigLinks(path: ContentPath, store: SheetStore | null) {
  const [org = '', ...below] = segmentsOf(path)
  const site = below.length === 0 ? null : siteOf(path)
  const missing = useMissing(site, site === null ? null : store)
  const kinds = useMemo<ColumnKinds>(() => {
    const own = configColumns(org)
    if (site === null) return own
    const library: ColumnKind = {
      check: (text) => {
        const meant = text.trim() === '' ? null : pathMeant(text.trim(), site)
        return meant !== null && missing.has(meant) ? GONE : null
      }
    }
    return (sheet, column) => (sheet === 'library' && isPlace(column) ? library : own(sheet, column))
  }, [org, site, missing])
  const links = useMemo(
    () =>
      site === null
        ? undefined
        : { path: site, follow: (address: string) => void followFromConfig(address, site) },
    [site]
  )
  useEffect(
    () =>
      links && store
        ? showAddresses({ address: () => chosenAddress(store), follow: links.follow })
        : undefined,
    [links, store]
  )
  return { kinds, links }
}

/** Opens what an address in the config of a site leads to. */
export async function followFromConfig(address: string, site: ContentPath): Promise<void> {
  const meant = addressIn(address) === null ? null : pathMeant(address, site)
  if (meant !== null) return (await missingOf([meant])).length > 0 ? notify(GONE) : openDocument(meant)
  if (/^(https?:)?\/\//i.test(address)) askToLeave(address)
  else notify('This leads to nothing that can be opened here.')
}
