import { Notifications } from '@mantine/notifications'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { restoreState } from '../../../../src/renderer/src/documents/versions/restore'
import { HistoryPanel } from '../../../../src/renderer/src/features/history/HistoryPanel'
import { countChanges } from '../../../../src/renderer/src/features/history/changes'
import { changeEditorSettings } from '../../../../src/renderer/src/workbench/editor-settings'
import { openDocument, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { renderInApp } from '../render'
import { serveWindow, type ServedWindow } from './window'

let served: ServedWindow
let count = 0
let path = contentPath('/northwind/harbour/fares.json')

beforeEach(async () => {
  // each test has a service of its own, and the window shares with none what it shared with the one before
  changeEditorSettings({ apart: true })
  served = await serveWindow()
  path = contentPath(`/northwind/harbour/fares-${++count}.json`)
  setWorkspace(await api.setOwner({ name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }))
})
afterEach(async () => {
  cleanup()
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

const fares = (price: number) => `${JSON.stringify({ price, zone: 'A' }, null, 2)}\n`
const show = () => {
  openDocument(path)
  return renderInApp(
    <>
      <Notifications />
      <HistoryPanel path={path} />
    </>
  )
}
const panel = () => within(screen.getByRole('region', { name: 'History' }))
const firstVersion = async () => {
  const [version] = await api.versions(path)
  if (!version) throw new Error('The file of the test has no version.')
  return { kind: 'version' as const, path, url: version.url, timestamp: version.timestamp }
}

describe('a row of the history', () => {
  it('D14 says in one line what changed since the version before, and nothing of the first', async () => {
    await api.write(path, fares(12))
    await api.createVersion(path, 'Spring')
    await api.write(path, fares(15))
    await api.createVersion(path, 'Summer')
    await api.write(path, fares(19))
    show()
    const summer = await panel().findByRole('button', { name: /^Summer/ })
    await within(summer).findByText(/price 12 → 15/)
    expect(within(panel().getByRole('button', { name: /^Spring/ })).queryByText(/price/)).toBeNull()
  })

  it('D14 counts, opened, the lines that came and went since the version before', async () => {
    await api.write(path, fares(12))
    await api.createVersion(path, 'Spring')
    await api.write(path, '[1,\n2]\n')
    await api.createVersion(path, 'Summer')
    show()
    await userEvent.click(await panel().findByRole('button', { name: /^Summer/ }))
    await vi.waitFor(() =>
      expect(document.body.textContent).toContain('+ 2 − 4 lines since the version before')
    )
    expect(panel().getByText(/^“Summer” was set .* by you$/)).toBeTruthy()
  })

  it('V3 a run of saves is one row that opens and closes, with all of them in it', async () => {
    for (const price of [1, 2, 3, 4]) await api.write(path, fares(price))
    show()
    const run = await panel().findByRole('button', { name: /3 / })
    expect(run.getAttribute('aria-expanded')).toBe('false')
    const rows = () => panel().queryAllByRole('button', { name: /^Actions for/ })
    expect(rows()).toHaveLength(0)
    await userEvent.click(run)
    expect(rows()).toHaveLength(3)
    await userEvent.click(panel().getByRole('button', { expanded: true, name: /3 / }))
    expect(rows()).toHaveLength(0)
  })

  it('D15 what is there now is compared with the version that is asked for, the older one first', async () => {
    await api.write(path, fares(12))
    await api.createVersion(path, 'Spring')
    show()
    await userEvent.click(await panel().findByRole('button', { name: /^Spring/ }))
    await userEvent.click(panel().getByRole('button', { name: 'Compare' }))
    expect(workbench().tabs.at(-1)).toMatchObject({
      before: { label: 'Spring' },
      after: { kind: 'current', path }
    })
  })
})

describe('restoring a version', () => {
  it('US2 E4 keeps what was there as a version, and names what came back', async () => {
    await api.write(path, fares(12))
    await api.write(path, fares(15))
    show()
    await restoreState(path, { ...(await firstVersion()), label: 'Spring' })
    await screen.findByText('Restored “Spring”. What was there is in the history.')
    expect((await api.read(path)).text).toBe(fares(12))
    const contents = await Promise.all((await api.versions(path)).map(({ url }) => api.readVersion(url)))
    expect(contents.map(({ text }) => text)).toEqual([fares(15), fares(12)])
  })

  it('E4 what was typed and not yet saved is in the history too', async () => {
    changeEditorSettings({ apart: false })
    await api.write(path, fares(12))
    await api.write(path, fares(15))
    show()
    const { documentAt } = await import('../../../../src/renderer/src/documents')
    // what is typed may be saved at any moment, and then there is a newer one
    const version = await firstVersion()
    const session = documentAt(path)
    await session.open()
    session.attached.write(fares(99))
    session.edited()
    await restoreState(path, version)
    await vi.waitFor(async () => expect((await api.read(path)).text).toBe(fares(12)))
    const contents = await Promise.all((await api.versions(path)).map(({ url }) => api.readVersion(url)))
    expect(contents.map(({ text }) => text)).toContain(fares(99))
  })

  it('GV2 a version that cannot be read changes nothing, and why is said', async () => {
    await api.write(path, fares(12))
    await api.write(path, fares(15))
    show()
    const { url } = await firstVersion()
    await restoreState(path, {
      kind: 'version',
      path,
      url: url.replace(/[0-9a-f]{12}\.json$/, '000000000000.json'),
      timestamp: 0,
      label: 'Lost'
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Could not restore “Lost”')
    expect((await api.read(path)).text).toBe(fares(15))
  })
})

describe('counting lines', () => {
  it('D9 tells what came and went, and gives up on what is too different to be counted quickly', () => {
    expect(countChanges('a\nb\nc', 'a\nx\nc\nd')).toEqual({ added: 2, removed: 1 })
    expect(countChanges('', '')).toEqual({ added: 0, removed: 0 })
    const lines = (sign: string) => Array.from({ length: 60_000 }, (_, at) => `${sign}${at}`).join('\n')
    expect(countChanges(lines('a'), lines('b'))).toBeNull()
  })
})
