import { describe, expect, it } from 'vitest'
import { registerCommands } from '../../../../src/renderer/src/workbench/commands/commands'
import { useCommandShortcuts } from '../../../../src/renderer/src/workbench/commands/shortcuts'
import { renderInApp } from '../render'

function Keys() {
  useCommandShortcuts()
  return <input aria-label="field" />
}

describe('shortcuts', () => {
  it('E1 a letter that takes AltGr is typed, and runs no command with Ctrl and Alt', () => {
    let ran = 0
    const stop = registerCommands([
      { id: 'a', title: 'A', group: 'View', shortcut: 'mod+alt+S', run: () => void (ran += 1) }
    ])
    const page = renderInApp(<Keys />)
    const press = (key: string, modifierAltGraph: boolean) => {
      const init = { key, code: 'KeyS', ctrlKey: true, altKey: true, modifierAltGraph }
      const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
      document.querySelector('input')?.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(press('ś', true)).toBe(false)
    expect(press('s', true)).toBe(false)
    expect(ran).toBe(0)
    expect(press('s', false)).toBe(true)
    expect(ran).toBe(1)
    stop()
    page.unmount()
  })
})
