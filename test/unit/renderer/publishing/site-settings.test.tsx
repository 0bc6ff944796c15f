import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { askPublicHost } from '../../../../src/renderer/src/features/publishing/PublicHost'
import { bringInRedirects } from '../../../../src/renderer/src/features/publishing/redirects-csv'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = contentPath('/northwind/harbour')
const sheet = contentPath('/northwind/harbour/redirects.json')
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(contentPath('/northwind/harbour/a.html'), '<main></main>')
  renderInApp(
    <ModalsProvider>
      <Notifications autoClose={false} />
    </ModalsProvider>
  )
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await served.close()
})

it('U8 the public host of a site is set, refused where it is none, and taken back', async () => {
  await act(() => askPublicHost(site))
  const dialog = within(await screen.findByRole('dialog', { name: 'Public host of harbour' }))
  expect(await brokenRules()).toEqual([])
  const field = dialog.getByRole('textbox', { name: 'Public host' })
  await userEvent.type(field, 'www.harbour.example/path')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText(/without a path/)).toBeTruthy()
  expect(await api.config(site)).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, 'www.harbour.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(async () =>
    expect((await api.config(site))?.text).toMatch(/"cdn\.prod\.host"[^}]*"https:\/\/www\.harbour\.example"/)
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await vi.waitFor(async () => expect((await api.config(site))?.text).not.toContain('cdn.prod.host'))
})

it('U11 redirects of a CSV file are shown before they are brought in, and taken back as one', async () => {
  const csv = 'From,To\n/old,/new\nnowhere,/x\n'
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [new File([csv], 'old-site.csv')] })
    this.dispatchEvent(new Event('change'))
  })
  const done = bringInRedirects(site)
  const dialog = within(await screen.findByRole('dialog', { name: 'Redirects of “old-site.csv”' }))
  expect(dialog.getByText(/Line 3: The source is no path/)).toBeTruthy()
  expect(await brokenRules()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Bring in' }))
  await act(() => done)
  expect(JSON.parse((await api.read(sheet)).text)).toMatchObject({
    data: [{ Source: '/old', Destination: '/new' }]
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await vi.waitFor(async () => expect(await api.list(site)).toHaveLength(1))
})
