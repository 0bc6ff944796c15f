import { useEffect } from 'react'
import type { ContentPath } from '../../../common/content/paths'
import { formatOfPath } from '../../../common/formats/files'
import { forgetFailures } from '../components/load-once'
import { isText } from '../documents/is-text'
import { loadMonaco } from '../engines/monaco/load'
import { documentAt } from '../documents'
import { editorSettings } from '../workbench/editor-settings'
import { activeTab, subscribeWorkbench, workbench } from '../workbench/workbench'

/**
 * Fetches the code editor: at once when a text document is waiting for it, else when the window has nothing
 * to do.
 */
export function useEditorPreload(): void {
  useEffect(() => {
    const tab = activeTab(workbench())
    if (tab && (tab.kind === 'compare' || (isText(tab.path) && !isShownAsPage(tab.path)))) return load()
    const idle = requestIdleCallback(load, { timeout: 3000 })
    return () => cancelIdleCallback(idle)
  }, [])
}

/** The document of a tab that is shown next is read while the window draws the tab. */
export function useDocumentPreload(): void {
  useEffect(
    () =>
      subscribeWorkbench(() => {
        const tab = activeTab(workbench())
        if (tab?.kind === 'document' && isText(tab.path)) documentAt(tab.path)
      }),
    []
  )
}

/** Its source may be asked for later, or never. */
const isShownAsPage = (path: ContentPath): boolean =>
  formatOfPath(path) === 'page' && editorSettings().pageView === 'page'

/** A failure is nobody's concern yet: where the editor is needed it is loaded again, and told there. */
function load(): void {
  loadMonaco().catch(forgetFailures)
}
