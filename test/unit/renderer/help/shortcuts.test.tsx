import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { gridKeys } from '../../../../src/renderer/src/engines/grid/keys'
import { Shortcuts } from '../../../../src/renderer/src/features/help/Shortcuts'
import { shownShortcut, shownShortcuts } from '../../../../src/renderer/src/workbench/commands/shown-keys'
import { brokenRules, renderInApp } from '../render'

describe('the help', () => {
  it('SH8 E20 lists the keys of a sheet as the sheet has them', async () => {
    const shown = renderInApp(<Shortcuts />)
    const sheets = screen.getByRole('heading', { name: 'Sheets' }).parentElement
    if (!sheets) throw new Error('no keys of sheets')
    const keysOf = (what: string) => within(sheets).getByText(what).nextElementSibling?.textContent
    expect(within(sheets).getAllByRole('term')).toHaveLength(gridKeys.length)
    expect(keysOf('Edit the cell, or the name of a column')).toBe('Enter, F2')
    expect(keysOf('Select to the end of what is filled')).toBe('Ctrl+Shift+↑ ↓ ← →')
    expect(keysOf('Insert rows')).toBe('Ctrl++')
    expect(await brokenRules()).toEqual([])
    shown.unmount()
  })

  it('E20 shows keys that do one thing beside each other, and a plus sign as a key', () => {
    expect(shownShortcut('mod+shift+P')).toBe('Ctrl+Shift+P')
    expect(shownShortcuts(['mod++', 'mod+-'])).toBe('Ctrl++, Ctrl+-')
    expect(shownShortcuts(['alt+ArrowUp', 'alt+ArrowDown', 'F2'])).toBe('Alt+↑ ↓, F2')
  })
})
