import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PointMenu } from '../../../../src/renderer/src/workbench/PointMenu'
import { renderInApp } from '../render'

afterEach(cleanup)

describe('a menu at a point', () => {
  it('E18 is walked into what lies behind a line and back by keyboard alone', async () => {
    const run = vi.fn()
    const groups = [
      [{ title: 'New page', run: () => undefined }],
      [
        {
          title: 'More',
          more: [
            { title: 'Sheet', run: () => undefined },
            { title: 'JSON', run }
          ]
        }
      ]
    ]
    renderInApp(<PointMenu label="Menu" at={{ x: 10, y: 10 }} groups={groups} onClose={() => undefined} />)
    const at = (entry: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(entry))
    const user = userEvent.setup()
    const line = await screen.findByText('More')
    line.closest<HTMLElement>('[role="menuitem"]')?.focus()
    for (const into of ['{ArrowRight}', '{Enter}', ' ']) {
      await user.keyboard(into)
      await at('Sheet')
      await user.keyboard('{ArrowLeft}')
      await at('More')
      await waitFor(() => expect(screen.queryByText('Sheet')).toBeNull())
      await at('More')
    }
    await user.keyboard('{Enter}')
    await at('Sheet')
    await user.keyboard('{ArrowDown}')
    await at('JSON')
    await user.keyboard('{Enter}')
    expect(run).toHaveBeenCalledTimes(1)
  })
})
