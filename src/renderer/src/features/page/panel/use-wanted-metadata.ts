import { useEffect } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { wantedMetadata } from '../../../documents/wanted-metadata'
import { useStore } from '../../../state/store'
import { askForForm } from './shown-pages'

/** Leads to the field of the form that somebody wants to fill in, once this page is shown (VE15). */
export function useWantedMetadata(path: ContentPath): void {
  const wanted = useStore(wantedMetadata)
  useEffect(() => {
    if (wanted?.path !== path) return
    wantedMetadata.set(null)
    askForForm('page', wanted.key)
  }, [path, wanted])
}
