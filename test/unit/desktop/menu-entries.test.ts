import { describe, expect, it } from 'vitest'
import { menuBar, type MenuEntry } from '../../../src/common/bridge/menu-entries'

const commandIds = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => {
    if (entry.kind === 'submenu') return commandIds(entry.entries)
    return entry.kind === 'command' ? [entry.id] : []
  })

describe.each(['linux', 'win32', 'darwin'] as const)('the menu bar on %s', (platform) => {
  const menus = menuBar(platform)

  it('L1 names each command once', () => {
    const ids = menus.flatMap(({ entries }) => commandIds(entries))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('L1 offers to quit once', () => {
    const quits = menus
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.kind === 'role' && entry.role === 'quit')
    expect(quits).toHaveLength(1)
  })

  it('E18 shows no more in one menu than is read at a glance', () => {
    for (const { label, entries } of menus)
      expect(entries.filter(({ kind }) => kind !== 'line').length, label).toBeLessThanOrEqual(18)
  })

  it('L1 has no two lines in a row and none at an end', () => {
    for (const { label, entries } of menus) {
      const kinds = entries.map(({ kind }) => kind).join(' ')
      expect(`line ${kinds} line`, label).not.toMatch(/line line/)
    }
  })
})
