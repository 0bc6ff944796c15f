import { useEffect, useMemo } from 'react'
import { contentPath, parentOf, segmentsOf, siteOf, type ContentPath } from '../../../../common/content/paths'
import { BINDING_KEY } from '../../../../common/formats/structured'
import { api } from '../../api'
import { addressIn } from '../../documents/links/value-faults'
import { showAddresses } from '../../documents/links/shown-addresses'
import { chosenAddress, type ColumnKind, type ColumnKinds, type SheetStore } from '../../engines/grid'
import { showInTree } from '../../engines/tree/show-in-tree'
import { notify } from '../../workbench/toast'
import { openDocument } from '../../workbench/workbench'
import { pathMeant } from '../library'
import { askToLeave } from '../site-look'
import { configColumns } from './config-columns'
import { isPlace, missingOf, useMissing } from './missing'
import { placeOfRule, placeWithOrg } from './org-places'

export const GONE = 'Nothing is at this address.'

/**
 * Addresses in the cells of a config (LK10): opened, and marked where the library of a site, or the permissions and
 * bindings of an organization, name what is not there; of a site they are offered as well while one is typed.
 */
export function useConfigLinks(path: ContentPath, store: SheetStore | null) {
  const [org = '', ...below] = segmentsOf(path)
  const site = below.length === 0 ? null : siteOf(path)
  const missing = useMissing(path, store)
  const kinds = useMemo<ColumnKinds>(() => {
    const own = configColumns(org)
    return (sheet, column) => {
      const kind = own(sheet, column)
      const meant = meantBy(sheet, column, org, site)
      if (meant === null) return kind
      const check: ColumnKind['check'] = (text, row) => {
        const place = text.trim() === '' ? null : meant(text.trim(), row)
        return kind?.check?.(text, row) ?? (place !== null && missing.has(place) ? GONE : null)
      }
      return { ...kind, check }
    }
  }, [org, site, missing])
  const links = useMemo(
    () => ({
      path: site,
      follow: (address: string) =>
        void (site === null ? followFromOrg(address, org) : followFromConfig(address, site))
    }),
    [site, org]
  )
  useEffect(
    () => (store ? showAddresses({ address: () => chosenAddress(store), follow: links.follow }) : undefined),
    [links, store]
  )
  return { kinds, links }
}

type Meant = (text: string, row: (column: string) => string) => ContentPath | null

/** What the cells of a column name, where they name places; null where they do not. */
function meantBy(sheet: string, column: string, org: string, site: ContentPath | null): Meant | null {
  if (site !== null) return sheet === 'library' && isPlace(column) ? (text) => pathMeant(text, site) : null
  if (sheet === 'permissions') return column === 'path' ? (text) => placeOfRule(text, org) : null
  return column === 'value'
    ? (text, row) => (row('key').trim() === BINDING_KEY ? placeWithOrg(text, org) : null)
    : null
}

/** Opens what an address in the config of an organization names: a document, or a folder in the tree. */
export async function followFromOrg(address: string, org: string): Promise<void> {
  for (const place of [placeOfRule(address, org), placeWithOrg(address, org)]) {
    const entry = place && (await entryAt(place))
    if (entry) return entry.ext === undefined ? showInTree(entry.path) : void openDocument(entry.path)
  }
  if (/^(https?:)?\/\//i.test(address) && placeWithOrg(address, org) === null) askToLeave(address)
  else notify(GONE)
}

/** What lies at a place, or is the page there; null for nothing that this person may see. */
async function entryAt(place: ContentPath) {
  const entries = await api.list(parentOf(place), { missing: 'empty' }).catch(() => [])
  const found =
    entries.find(({ path }) => path === place) ?? entries.find(({ path }) => path === `${place}.html`)
  return found ? { path: contentPath(found.path), ext: found.ext } : null
}

/** Opens what an address in the config of a site leads to. */
export async function followFromConfig(address: string, site: ContentPath): Promise<void> {
  const meant = addressIn(address) === null ? null : pathMeant(address, site)
  if (meant !== null) return (await missingOf([meant])).length > 0 ? notify(GONE) : openDocument(meant)
  if (/^(https?:)?\/\//i.test(address)) askToLeave(address)
  else notify('This leads to nothing that can be opened here.')
}
