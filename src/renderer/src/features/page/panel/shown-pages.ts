import { useEffect } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { PageSurface } from '../../../engines/page/surface'
import { createEntries, createStore, useSelected } from '../../../state/store'
import { showPanelOf } from '../../../workbench/panels'
import type { MetadataOf } from '../metadata/rows'

/** The pages that are shown as such now, for the panel beside them. */
const shown = createEntries<ContentPath, PageSurface>()

/** A page is shown while this is drawn. */
export function useShownPage(path: ContentPath, surface: PageSurface): void {
  useEffect(() => {
    shown.put(path, surface)
    return () => {
      if (shown.now().get(path) === surface) shown.put(path, null)
    }
  }, [path, surface])
}

export const useSurfaceOf = (path: ContentPath | null): PageSurface | null =>
  useSelected(shown, (pages) => (path && pages.get(path)) ?? null)

/** A form that somebody asked for and that has not taken the keyboard yet, and at which of its keys. */
export const askedForm = createStore<{ readonly of: MetadataOf; readonly key: string | null } | null>(null)

/** Opens the panel at the form, and at the field of a key. */
export function askForForm(of: MetadataOf, key: string | null = null): void {
  askedForm.set({ of, key })
  showPanelOf('inspector', 'page')
}
