import { PointMenu } from '../../workbench/PointMenu'
import { askEditorMenu, useEditorMenu } from './editor-menu'
import { editorEntries } from './editor-entries'

/** The menu of whichever code editor was asked for one: once per window. */
export function EditorMenu() {
  const wish = useEditorMenu()
  return (
    <PointMenu
      label="Text"
      at={wish?.at ?? null}
      groups={wish ? editorEntries(wish.editor) : []}
      onClose={() => askEditorMenu(null)}
      width={280}
    />
  )
}
