import type * as Monaco from 'monaco-editor/editor'
import { useEffect } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import type { DocumentSession } from '../../documents'
import { watchLinks } from '../../documents/links/document-links'
import { followAt } from '../../documents/links/follow'
import { mendableAt, mendAt } from '../../engines/monaco/links/mend-at'
import { isMac } from '../../workbench/bridge'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { askToLeave } from '../site-look'

/**
 * Addresses in a text: Ctrl+click (Cmd on a Mac) opens what one leads to, and a command mends one that needs a
 * look (LK10).
 */
export function useLinks(
  { path, session }: { readonly path: ContentPath; readonly session: DocumentSession },
  editor: Monaco.editor.IStandaloneCodeEditor | null,
  readOnly: boolean
): void {
  const isShown = editor !== null
  // what the marks are drawn by
  useEffect(() => (isShown ? watchLinks(path) : undefined), [isShown, path])
  useEffect(() => {
    if (!editor) return
    const clicks = editor.onMouseUp(({ event, target }) => {
      const model = editor.getModel()
      const isAsked = isMac() ? event.metaKey : event.ctrlKey
      if (!isAsked || event.altKey || !event.leftButton || !target.position || !model) return
      void followAt(session.path, model.getValue(), model.getOffsetAt(target.position), askToLeave)
    })
    const end = registerCommands([
      {
        ...viewCommand('links.mend'),
        enabled: () => !readOnly && mendableAt(editor, session.path) !== null,
        run: () => mendAt(editor, session.path)
      }
    ])
    return () => {
      clicks.dispose()
      end()
    }
  }, [session, editor, readOnly])
}
