import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { arrange } from '../../../../src/renderer/src/workbench/panels'
import { initialWorkbench, type WorkbenchState } from '../../../../src/renderer/src/workbench/workbench'

const at = (width: number, more: Partial<WorkbenchState> = {}) =>
  arrange(width, { ...initialWorkbench, ...more })

describe('where the panels stand', () => {
  it.each([
    [1280, 'beside', 'beside'],
    [960, 'beside', 'beside'],
    [800, 'beside', 'hidden'],
    [640, 'hidden', 'hidden']
  ])('E19 in a window of %i pixels, when both are open', (width, sidebar, inspector) => {
    expect(at(width)).toEqual({ sidebar, inspector })
  })

  it('E19 over the editor is the one that is asked for, and only where there is no room beside it', () => {
    expect(at(800, { drawer: 'inspector' })).toEqual({ sidebar: 'beside', inspector: 'over' })
    expect(at(640, { drawer: 'sidebar' })).toEqual({ sidebar: 'over', inspector: 'hidden' })
    expect(at(1280, { drawer: 'inspector' })).toEqual({ sidebar: 'beside', inspector: 'beside' })
    expect(at(800, { sidebarOpen: false })).toEqual({ sidebar: 'hidden', inspector: 'beside' })
  })

  it('E19 a panel that was made wide gives room before it goes over the editor', () => {
    expect(at(800, { sidebarWidth: 520 })).toMatchObject({ sidebar: 'beside' })
    expect(at(640, { sidebarWidth: 180 })).toMatchObject({ sidebar: 'beside' })
  })

  it('E19 a tool has no inspector, in any window', () => {
    const tool = { id: 'jobs:/a/b', kind: 'tool', tool: 'jobs', path: contentPath('/a/b') } as const
    expect(at(1280, { tabs: [tool], activeTab: tool.id })).toEqual({ sidebar: 'beside', inspector: 'hidden' })
  })
})
