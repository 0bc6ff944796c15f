import { Menu, type BrowserWindow } from 'electron'

/** The context menu of text fields and selections, where the page does not show its own. */
export function textMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    if (isEditable) {
      Menu.buildFromTemplate([
        { role: 'undo', enabled: editFlags.canUndo },
        { role: 'redo', enabled: editFlags.canRedo },
        { type: 'separator' },
        { role: 'cut', enabled: editFlags.canCut },
        { role: 'copy', enabled: editFlags.canCopy },
        { role: 'paste', enabled: editFlags.canPaste },
        { type: 'separator' },
        { role: 'selectAll', enabled: editFlags.canSelectAll }
      ]).popup({ window })
    } else if (selectionText.trim() !== '') {
      Menu.buildFromTemplate([{ role: 'copy' }]).popup({ window })
    }
  })
}
