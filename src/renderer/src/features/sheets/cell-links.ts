import { useMemo } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { isRedirectSheet } from '../../../../common/links/places'
import { useLinks } from '../../documents/links/document-links'
import { followAddress } from '../../documents/links/follow'
import { faultsIn, valueFaults } from '../../documents/links/value-faults'
import type { ColumnKind, ColumnKinds } from '../../engines/grid/column-editor'
import { askToLeave } from '../site-look'

/** Addresses in the cells of a sheet (LK10): which need a look, and what opens where one leads. */
export function useCellLinks(path: ContentPath) {
  const read = useLinks(path)
  const kinds = useMemo<ColumnKinds>(() => {
    const faults = valueFaults(path, read)
    const kind: ColumnKind = {
      check: (text) => {
        const [first] = faultsIn(text, faults)
        if (!first) return null
        return first.address === text.trim() ? first.message : `${first.address}: ${first.message}`
      }
    }
    // of redirects it is where they send readers, not from where
    const isOne = (column: string) => !isRedirectSheet(path) || column.trim().toLowerCase() === 'destination'
    return (_sheet, column) => (faults.size > 0 && isOne(column) ? kind : null)
  }, [path, read])
  const links = useMemo(
    () => ({ path, follow: (address: string) => void followAddress(path, address, askToLeave) }),
    [path]
  )
  return { kinds, links }
}
