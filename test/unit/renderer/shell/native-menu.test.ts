import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { MenuCommandState } from '../../../../src/common/bridge'
import { useNativeMenu } from '../../../../src/renderer/src/shell/native-menu'
import { registerCommands } from '../../../../src/renderer/src/workbench/commands/commands'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('E18 tells the menu bar what its own commands can do, and asks no others: some look through the whole document', () => {
  vi.useFakeTimers()
  const told: (readonly MenuCommandState[])[] = []
  vi.stubGlobal('galley', {
    platform: 'linux',
    on: () => () => undefined,
    call: (_name: string, states: readonly MenuCommandState[]) => {
      told.push(states)
      return Promise.resolve()
    }
  })
  const menu = renderHook(useNativeMenu)
  const asked = vi.fn(() => true)
  const end = registerCommands([
    { id: 'file.save', title: 'Save', group: 'File', enabled: () => false, run: () => undefined },
    { id: 'links.follow', title: 'Follow', group: 'Go', enabled: asked, run: () => undefined }
  ])
  vi.advanceTimersByTime(1_000)
  expect(told.at(-1)).toEqual([{ id: 'file.save', enabled: false, keys: null }])
  expect(asked).not.toHaveBeenCalled()
  end()
  menu.unmount()
})
