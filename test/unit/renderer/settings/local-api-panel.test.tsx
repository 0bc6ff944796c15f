import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocalApiState } from '../../../../src/common/bridge'
import { createLocalApi, type LocalApi, type LocalApiSetting } from '../../../../src/main/desktop/local-api'
import { LocalApiSettings } from '../../../../src/renderer/src/features/settings/LocalApiSettings'
import { openWorkspace, type Workspace } from '../../../contract/in-process'
import { brokenRules, renderInApp } from '../render'

let workspace: Workspace
let local: LocalApi
let kept: LocalApiSetting | undefined
const heard = new Set<(state: LocalApiState) => void>()

beforeEach(async () => {
  workspace = await openWorkspace()
  kept = undefined
  local = createLocalApi({
    fetch: (request) => workspace.service.fetch(request, 'anyone'),
    stored: () => kept,
    store: (setting) => (kept = setting),
    onChange: (state) => heard.forEach((notify) => notify(state))
  })
  Object.defineProperty(window, 'galley', { value: bridge(), configurable: true })
})
afterEach(async () => {
  cleanup()
  Reflect.deleteProperty(window, 'galley')
  await local.close()
  await workspace.close()
})

/** The desktop cannot be had in jsdom: a bridge that answers this panel's calls, with a real listener behind it. */
function bridge() {
  const call = (name: string, wanted?: boolean | number) => {
    if (typeof wanted === 'number') return local.setPort(wanted)
    return name === 'setLocalApi' ? local.set(wanted === true) : Promise.resolve(local.state())
  }
  const on = (_name: string, notify: (state: LocalApiState) => void) => {
    heard.add(notify)
    return () => heard.delete(notify)
  }
  return { platform: 'linux', call, on }
}

const toggle = () => screen.getByRole('switch', { name: 'Local API' })
const address = async () => (await screen.findByText(/^http:\/\/127\.0\.0\.1:\d+$/)).textContent
const listing = (origin: string) => fetch(`${origin}/list`)

describe('the Local API in the settings', () => {
  it('N2 it is off at first; turned on it tells where it is; turned off the port is closed', async () => {
    renderInApp(<LocalApiSettings />)
    expect(toggle()).toHaveProperty('checked', false)
    await userEvent.click(toggle())
    const origin = await address()
    expect(local.state().origin).toBe(origin)
    expect((await listing(origin)).status, 'without a token').toBe(401)
    expect(await brokenRules()).toEqual([])
    await userEvent.click(toggle())
    await vi.waitFor(() => expect(screen.queryByText(origin)).toBeNull())
    await expect(listing(origin)).rejects.toThrow()
  })

  it('N2 its port is chosen, moved to, kept, and given up again', async () => {
    renderInApp(<LocalApiSettings />)
    await userEvent.click(toggle())
    const free = new URL(await address()).port
    await local.set(false)
    const field = screen.getByRole('textbox', { name: 'Port' })
    const save = () => userEvent.click(screen.getByRole('button', { name: 'Save port' }))
    for (const wrong of ['0', '70000', 'x']) {
      await userEvent.clear(field)
      await userEvent.type(field, wrong)
      await save()
      await screen.findByText('A port is a number from 1 to 65535.')
    }
    await userEvent.clear(field)
    await userEvent.type(field, free)
    await save()
    await vi.waitFor(() => expect(local.state().port).toBe(Number(free)))
    await userEvent.click(toggle())
    expect(await address()).toBe(`http://127.0.0.1:${free}`)
    expect(await brokenRules()).toEqual([])
    await userEvent.clear(field)
    await save()
    await vi.waitFor(() => expect(local.state().port).toBeUndefined())
  })

  it('N2 it follows when another window turns it on', async () => {
    renderInApp(<LocalApiSettings />)
    await act(() => local.set(true))
    expect(await address()).toBe(local.state().origin)
  })

  it('N2 why it cannot be turned on is said', async () => {
    heard.clear()
    renderInApp(<LocalApiSettings />)
    act(() =>
      heard.forEach((notify) => notify({ origin: null, problem: 'The Local API could not be started.' }))
    )
    expect((await screen.findByRole('alert')).textContent).toBe('The Local API could not be started.')
    expect(toggle()).toHaveProperty('checked', false)
  })
})
