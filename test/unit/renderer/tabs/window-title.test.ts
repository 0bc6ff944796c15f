import { describe, expect, it } from 'vitest'
import { windowTitle } from '../../../../src/renderer/src/shell/tabs/window-title'

const usual = { shown: 'index', workspace: 'Northwind', unsaved: false, onMac: false }

describe('the title of the window', () => {
  it('E17 names the document, the workspace and the app, and says when something is not saved', () => {
    expect(windowTitle(usual)).toBe('index — Northwind — Galley')
    expect(windowTitle({ ...usual, unsaved: true })).toBe('● index — Northwind — Galley')
    expect(windowTitle({ ...usual, shown: null })).toBe('Northwind — Galley')
  })

  it('E17 leaves the app and the sign of unsaved words to macOS', () => {
    expect(windowTitle({ ...usual, unsaved: true, onMac: true })).toBe('index — Northwind')
  })
})
