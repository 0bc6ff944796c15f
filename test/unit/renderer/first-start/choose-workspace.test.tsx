import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OpenWorkspaceResult, StartState } from '../../../../src/common/bridge'
import { ChooseWorkspace } from '../../../../src/renderer/src/features/first-start/ChooseWorkspace'
import { brokenRules, renderInApp } from '../render'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(window, 'galley')
})

const held: OpenWorkspaceResult = { ok: false, reason: 'in-use', message: 'Process 4711 has it open.' }
const state: StartState = {
  kind: 'choose',
  suggested: '/home/mara/Galley',
  recent: ['/home/mara/Work', '/home/mara/Old'],
  problem: { location: '/home/mara/Work', reason: 'in-use', message: 'Process 4711 has it open.' }
}

/** The desktop cannot be had in jsdom: a bridge that answers `openWorkspace` from a list. */
function choose(results: OpenWorkspaceResult[]) {
  const opened: unknown[] = []
  const call = (...args: unknown[]) => {
    opened.push(args)
    return Promise.resolve(results.shift())
  }
  Object.defineProperty(window, 'galley', { value: { platform: 'linux', call }, configurable: true })
  const onOpened = vi.fn()
  if (state.kind === 'choose') renderInApp(<ChooseWorkspace state={state} onOpened={onOpened} />)
  return { onOpened, opened }
}

describe('choosing a workspace', () => {
  it('W7 says who holds the last workspace and what to do, and tries again', async () => {
    const { onOpened, opened } = choose([held, { ok: true }])
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('open somewhere else')
    expect(alert.textContent).toContain('Process 4711')
    expect(alert.textContent).toContain('Close it there')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('alert').textContent).toContain('Process 4711')
    expect(onOpened).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onOpened).toHaveBeenCalledOnce()
    expect(opened).toEqual([
      ['openWorkspace', '/home/mara/Work'],
      ['openWorkspace', '/home/mara/Work']
    ])
  })

  it('W7 opens another recent workspace instead', async () => {
    const { onOpened, opened } = choose([{ ok: true }])
    await userEvent.click(screen.getByRole('button', { name: /Old/ }))
    expect(opened).toEqual([['openWorkspace', '/home/mara/Old']])
    expect(onOpened).toHaveBeenCalledOnce()
  })

  it('W7 is usable with a screen reader', async () => {
    choose([])
    expect(await brokenRules()).toEqual([])
  })
})
