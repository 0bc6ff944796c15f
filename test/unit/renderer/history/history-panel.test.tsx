import { Notifications } from '@mantine/notifications'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { openDocument, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { contentPath } from '../../../../src/common/content/paths'
import { HistoryPanel } from '../../../../src/renderer/src/features/history/HistoryPanel'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from './window'

let served: ServedWindow
let count = 0
let path = contentPath('/northwind/harbour/page.html')

beforeEach(async () => {
  served = await serveWindow()
  path = contentPath(`/northwind/harbour/page-${++count}.html`)
  setWorkspace(await api.setOwner({ name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }))
  await api.write(path, '<p>one</p>')
})
afterEach(async () => {
  cleanup()
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

const panel = () => within(screen.getByRole('region', { name: 'History' }))
const rows = () => panel().queryAllByRole('button', { expanded: false, name: /Saved|You/ })
const show = () =>
  renderInApp(
    <>
      <Notifications autoClose={false} />
      <HistoryPanel path={path} />
    </>
  )

describe('the history panel', () => {
  it('V7 names who wrote what a version has, and when: not who replaced it or labelled it, nor then', async () => {
    setWorkspace(await api.setOwner({ name: 'Jon Bell', email: 'jon.bell@northwind.example' }))
    await api.write(path, '<p>by Jon</p>')
    const written = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(written + 5))
    setWorkspace(await api.setOwner({ name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }))
    await api.createVersion(path, 'Approved')
    await api.write(path, '<p>by Mara</p>')
    show()
    const labelled = await panel().findByRole('button', { name: /^Approved/ })
    expect(within(labelled).getByText(/Jon Bell/)).toBeTruthy()
    const replaced = panel().getByRole('button', { name: /^Jon Bell/i })
    for (const row of [labelled, replaced])
      expect(Date.parse(row.querySelector('time')?.dateTime ?? '')).toBeLessThanOrEqual(written)
  })

  it('V2 makes a version with a label, and shows it at once', async () => {
    show()
    await panel().findByText('No versions yet')
    await userEvent.click(panel().getByRole('button', { name: 'Create version' }))
    await userEvent.type(panel().getByLabelText('Label'), 'Before legal review')
    await userEvent.click(panel().getByRole('button', { name: 'Create version' }))
    await panel().findByText('Before legal review')
    expect((await api.versions(path)).map((version) => version.label)).toEqual(['Before legal review'])
    expect(await brokenRules()).toEqual([])
  })

  it('V2 says why a version cannot be made, and keeps the label that was typed', async () => {
    show()
    await userEvent.click(await panel().findByRole('button', { name: 'Create version' }))
    await userEvent.type(panel().getByLabelText('Label'), 'Too late')
    await api.remove(path)
    await userEvent.click(panel().getByRole('button', { name: 'Create version' }))
    await vi.waitFor(() => expect(panel().getByLabelText('Label').getAttribute('aria-invalid')).toBe('true'))
    expect(panel().getByLabelText('Label')).toHaveProperty('value', 'Too late')
  })

  it('US2 E4 restores a version as a new state, and takes that back with Undo', async () => {
    await api.write(path, '<p>two</p>')
    openDocument(path)
    show()
    await userEvent.click((await panel().findAllByRole('button', { name: /^You/ }))[0] ?? document.body)
    await userEvent.click(panel().getByRole('button', { name: 'Restore' }))
    await vi.waitFor(async () => expect((await api.read(path)).text).toBe('<p>one</p>'))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await vi.waitFor(async () => expect((await api.read(path)).text).toBe('<p>two</p>'))
    const contents = await Promise.all(
      (await api.versions(path)).map(async ({ url }) => (await api.readVersion(url)).text)
    )
    expect(contents).toContain('<p>one</p>')
    expect(contents).toContain('<p>two</p>')
  })

  it('V4 shows all versions, the labelled ones, or mine, and says so when there are none', async () => {
    await api.createVersion(path, 'Launch')
    await api.write(path, '<p>two</p>')
    show()
    await panel().findByText('Launch')
    expect(rows()).toHaveLength(2)
    await userEvent.click(panel().getByText('Labelled'))
    expect(rows()).toHaveLength(1)
    setWorkspace(await api.setOwner({ name: 'Jon Falk', email: 'jon.falk@northwind.example' }))
    await userEvent.click(panel().getByText('Mine'))
    await panel().findByText('No versions by you')
    await userEvent.click(panel().getByText('All'))
    expect(await panel().findAllByText('Mara Ruiz')).toHaveLength(2)
    expect(panel().getAllByTitle('mara.ruiz@northwind.example')).toHaveLength(2)
  })

  it('E7 is walked by keyboard: one stop for Tab, arrows for the rest, Enter opens', async () => {
    await api.createVersion(path, 'First')
    await api.createVersion(path, 'Second')
    show()
    const first = await panel().findByRole('button', { name: /^Second/ })
    const second = panel().getByRole('button', { name: /^First/ })
    expect([first.tabIndex, second.tabIndex]).toEqual([0, -1])
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await userEvent.keyboard('{Enter}')
    expect(second.getAttribute('aria-expanded')).toBe('true')
    await userEvent.keyboard('{Home}')
    expect(document.activeElement).toBe(first)
  })

  it('E7 opens a version to read under its own name, and two picked ones side by side, older first', async () => {
    await api.createVersion(path, 'First')
    await api.createVersion(path, 'Second')
    show()
    await userEvent.click(await panel().findByRole('button', { name: 'Actions for Second' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'View version' }))
    expect(workbench().tabs.at(-1)).toMatchObject({ before: { label: 'Second' }, after: { label: 'Second' } })
    await userEvent.click(panel().getByRole('button', { name: 'Actions for Second' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /another version/ }))
    await userEvent.click(panel().getByRole('button', { name: /^First/ }))
    expect(workbench().tabs.at(-1)).toMatchObject({ before: { label: 'First' }, after: { label: 'Second' } })
  })

  it('S5 tells where the history of a deleted file is, and brings both back', async () => {
    await api.createVersion(path, 'Kept')
    openDocument(path)
    show()
    await panel().findByText('Kept')
    const { documentAt } = await import('../../../../src/renderer/src/documents')
    await documentAt(path).open()
    await api.remove(path)
    await userEvent.click(await panel().findByRole('button', { name: 'Restore from the trash' }))
    await panel().findByText('Kept')
  })
})
