import { Notifications } from '@mantine/notifications'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { Tokens } from '../../../../src/renderer/src/features/settings/Tokens'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

let served: ServedWindow
beforeEach(async () => {
  served = await serveWindow()
  setWorkspace(await api.setOwner({ name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }))
})
afterEach(async () => {
  cleanup()
  await served.close()
})

const show = () =>
  renderInApp(
    <>
      <Notifications />
      <Tokens />
    </>
  )
const made = async () =>
  within((await screen.findByText(/It is not shown again/)).closest('div') ?? document.body)

describe('access tokens in the settings', () => {
  it('A2 a token is made for the owner, shown once, and listed without its text', async () => {
    show()
    await screen.findByText('There is no token yet.')
    await userEvent.type(screen.getByLabelText('Groups'), 'editors, northwind/admins')
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
    const text = (await made()).getByText(/^\S{20,}$/).textContent
    expect(await brokenRules()).toEqual([])
    await userEvent.click((await made()).getByRole('button', { name: 'Done' }))
    await screen.findByText('Groups: editors, northwind/admins')
    expect(document.body.textContent).not.toContain(text)
    const [token] = await api.tokens()
    expect(token).toMatchObject({
      kind: 'access',
      email: 'mara.ruiz@northwind.example',
      groups: ['editors', 'northwind/admins'],
      state: 'valid'
    })
    expect(JSON.stringify(token)).not.toContain(text)
  })

  it('A3 a site token names its site; “Never” makes one that does not expire', async () => {
    show()
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'site')
    await userEvent.selectOptions(screen.getByLabelText('Expires after'), '')
    await userEvent.type(screen.getByLabelText('Site'), '/northwind/harbour/')
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
    await made()
    const [token] = await api.tokens()
    expect(token).toMatchObject({ kind: 'site', site: 'northwind/harbour' })
    expect(token).not.toHaveProperty('expiresAt')
  })

  it('A2 what the service refuses is said, and what was typed stays', async () => {
    show()
    const email = screen.getByLabelText('E-mail')
    await userEvent.clear(email)
    await userEvent.type(email, 'nobody')
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
    await screen.findByRole('alert')
    expect(email).toHaveProperty('value', 'nobody')
    expect(await api.tokens()).toEqual([])
  })

  it('A2 revoking is asked first: “Keep” keeps it, “Revoke” ends it and it stays in the list', async () => {
    await api.createToken({ kind: 'access', email: 'script@northwind.example' })
    show()
    const ask = { name: 'Revoke the access token of script@northwind.example' }
    await userEvent.click(await screen.findByRole('button', ask))
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
    expect((await api.tokens()).map(({ state }) => state)).toEqual(['valid'])
    await userEvent.click(await screen.findByRole('button', ask))
    await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Revoked')
    expect((await api.tokens()).map(({ state }) => state)).toEqual(['revoked'])
    expect(screen.queryByRole('button', ask)).toBeNull()
  })

  it('A2 a list that cannot be read says why, and is read again on demand', async () => {
    const reachable = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    renderInApp(<Tokens />)
    const alert = await screen.findByRole('alert')
    vi.stubGlobal('fetch', reachable)
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByText('There is no token yet.')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
