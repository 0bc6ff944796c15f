import { PointMenu } from '../../workbench/PointMenu'
import { askEditorMenu, useEditorMenu } from './editor-menu'
import { editorEntries } from './editor-entries'

/** The menu of whichever code editor was asked for one: once per window. */
export function EditorMenu() {
  const request = useEditorMenu()
  return (
    <PointMenu
      label="Text"
      at={request?.at ?? null}
      groups={request ? editorEntries(request.editor) : []}
      onClose={() => askEditorMenu(null)}
      width={280}
    />
  )
}
