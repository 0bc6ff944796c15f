import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { writeSchemaDocument } from '../../../../src/common/formats/structured'
import { api } from '../../../../src/renderer/src/api'
import { SchemaHome } from '../../../../src/renderer/src/features/schemas/SchemaHome'
import { TrashView } from '../../../../src/renderer/src/features/trash/TrashView'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = contentPath('/northwind/harbour')
const path = contentPath('/northwind/harbour/.galley/forms/schemas/quokka.html')
const page = contentPath('/northwind/harbour/wombat.html')
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(path, writeSchemaDocument('{"type": "object", "properties": {"a_b": {"type": "string"}}}'))
  await api.write(page, '<main></main>')
  await api.remove(path)
  await api.remove(page)
})
afterEach(async () => {
  cleanup()
  await served.close()
})

const show = (what: React.ReactNode) =>
  renderInApp(
    <ModalsProvider>
      <Notifications />
      {what}
    </ModalsProvider>
  )

it('F8 a deleted schema is in the schema editor, with the way back, and not in the trash of the window', async () => {
  show(<TrashView site={site} />)
  await screen.findByText(/wombat/)
  expect(screen.queryByText(/quokka/)).toBeNull()
  cleanup()
  show(<SchemaHome path={site} />)
  const deleted = within(await screen.findByRole('region', { name: 'Deleted schemas' }))
  expect(deleted.queryByText(/wombat/)).toBeNull()
  expect(await brokenRules()).toEqual([])
  await userEvent.click(deleted.getByRole('button', { name: 'Bring back quokka' }))
  await vi.waitFor(async () => expect((await api.read(path)).text).toContain('a_b'))
})
