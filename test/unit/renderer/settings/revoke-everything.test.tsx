import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { askToRevokeEverything } from '../../../../src/renderer/src/features/settings/revoke-everything'
import { renderInApp } from '../render'
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

it('A5 everybody is signed out and every token revoked after a question that says how many', async () => {
  for (const email of ['one@northwind.example', 'two@northwind.example'])
    await api.createToken({ kind: 'access', email, groups: [] })
  renderInApp(
    <ModalsProvider>
      <Notifications />
    </ModalsProvider>
  )
  await askToRevokeEverything()
  await screen.findByText(/^2 access tokens and 0 sessions of browsers end now/)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect((await api.tokens()).map(({ state }) => state)).toEqual(['valid', 'valid'])
  await askToRevokeEverything()
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke everything' }))
  await screen.findByText(/^Revoked: access tokens 2, sessions 0/)
  expect((await api.tokens()).map(({ state }) => state)).toEqual(['revoked', 'revoked'])
})
