import { Notifications } from '@mantine/notifications'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api, reloadWorkspace } from '../../../../src/renderer/src/api'
import { ServiceFolder } from '../../../../src/renderer/src/features/settings/ServiceFolder'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const schema = contentPath('/northwind/harbour/.galley/forms/schemas/place.html')
const renamed = contentPath('/northwind/harbour/.office/forms/schemas/place.html')
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(schema, '<body><main>kept</main></body>')
  await reloadWorkspace()
  renderInApp(
    <>
      <Notifications />
      <ServiceFolder />
    </>
  )
})
afterEach(async () => {
  cleanup()
  await served.close()
})

describe('the service folder in the settings', () => {
  it('N4 is renamed with what is in it; a name that cannot be is explained', async () => {
    const field = await screen.findByDisplayValue('galley')
    const rename = () => userEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await userEvent.clear(field)
    await userEvent.type(field, 'a/b')
    await rename()
    await screen.findByText(/./, { selector: '.mantine-TextInput-error' })
    expect((await api.workspace()).serviceFolder).toBe('galley')
    await userEvent.clear(field)
    await userEvent.type(field, '.office')
    await rename()
    await screen.findByText(/called “\.office” now/)
    expect((await api.read(renamed)).text).toContain('kept')
    expect(await brokenRules()).toEqual([])
  })
})
