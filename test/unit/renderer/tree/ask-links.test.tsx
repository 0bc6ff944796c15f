import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GalleyError } from '../../../../src/common/errors'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { moveInto, remove, rename } from '../../../../src/renderer/src/features/tree/actions'
import { lastUndoable, undoStep } from '../../../../src/renderer/src/workbench/undo'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const page = (link: string) => `<body><main><div><p><a href="${link}">on</a></p></div></main></body>`
const textOf = async (name: string) => (await api.read(at(name))).text
const dialog = () => screen.findByRole('dialog')
const undoLast = async () => {
  const step = await lastUndoable()
  if (!step) throw new Error('There is nothing to take back.')
  return undoStep(step)
}
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(at('tides.html'), page('https://elsewhere.example/'))
  await api.write(at('index.html'), page('/tides'))
  await api.write(at('docs/far.html'), page('../tides.html#now'))
  renderInApp(
    <ModalsProvider>
      <Notifications />
    </ModalsProvider>
  )
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await served.close()
})

describe('links of what is moved or deleted in the window', () => {
  it('LK7 a new name brings the links along, and one Undo takes both back', async () => {
    const done = rename(at('tides.html'), 'currents', 'page')
    const asked = within(await dialog())
    expect((await asked.findByRole<HTMLInputElement>('checkbox')).checked).toBe(true)
    asked.getByText('Update 2 links in 2 documents')
    expect(await brokenRules()).toEqual([])
    await userEvent.click(asked.getByRole('button', { name: 'Rename' }))
    expect(await done).toBeNull()
    expect(await textOf('index.html')).toBe(page('/currents'))
    expect(await textOf('docs/far.html')).toBe(page('../currents.html#now'))
    await screen.findByText('Renamed “tides.html” to “currents.html”, and updated the links')
    await undoLast()
    expect(await textOf('index.html')).toBe(page('/tides'))
    expect(await textOf('docs/far.html')).toBe(page('../tides.html#now'))
    expect(await textOf('tides.html')).toContain('elsewhere')
  })

  it('LK7 links stay as they are when their tick is taken away, or by Alt+Enter; Escape moves nothing', async () => {
    const first = rename(at('tides.html'), 'one', 'page')
    await userEvent.click(await within(await dialog()).findByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await first).toBeNull()
    expect(await textOf('index.html')).toBe(page('/tides'))
    await undoLast()

    const second = moveInto([at('tides.html')], at('docs'))
    await within(await dialog()).findByRole('button', { name: 'Move' })
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
    await second
    expect(await textOf('docs/tides.html')).toContain('elsewhere')
    expect(await textOf('index.html')).toBe(page('/tides'))
    await undoLast()

    const third = rename(at('tides.html'), 'two', 'page')
    await within(await dialog()).findByRole('button', { name: 'Rename' })
    await userEvent.keyboard('{Escape}')
    expect(await third).toBeNull()
    expect(await textOf('tides.html')).toContain('elsewhere')
  })

  it('LK7 a move of several brings the links along, also those between them', async () => {
    await api.write(at('tides.html'), page('/notes'))
    await api.write(at('notes.html'), page('tides'))
    const done = moveInto([at('tides.html'), at('notes.html')], at('docs'))
    await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Move' }))
    await done
    expect(await textOf('docs/tides.html')).toBe(page('/docs/notes'))
    expect(await textOf('index.html')).toBe(page('/docs/tides'))
    await undoLast()
    expect([await textOf('tides.html'), await textOf('notes.html'), await textOf('index.html')]).toEqual([
      page('/notes'),
      page('tides'),
      page('/tides')
    ])
  })

  it('LK5 LK7 rows of configs that name what moves follow it when that is ticked, and one Undo takes all back', async () => {
    const org = contentPath('/northwind')
    const rows = [
      { path: 'CONFIG', groups: 'mara.ruiz@northwind.example', actions: 'write' },
      { path: '/harbour/docs/+**', groups: 'crew', actions: 'read' },
      { path: '/harbour/docs-old/**', groups: 'crew', actions: 'read' }
    ]
    const text = `${JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', total: 3, data: rows }, null, 1)}\n`
    await api.saveConfig(org, text)
    const kept = async () => (await api.config(org))?.text
    const before = await kept()
    const done = rename(at('docs'), 'texts', 'folder')
    const asked = within(await dialog())
    const box = await asked.findByRole<HTMLInputElement>('checkbox', { name: /config of “northwind”/ })
    expect(box.checked).toBe(false)
    expect(await brokenRules()).toEqual([])
    await userEvent.click(box)
    await userEvent.click(asked.getByRole('button', { name: 'Rename' }))
    expect(await done).toBeNull()
    expect(await kept()).toBe(before?.replace('/harbour/docs/+**', '/harbour/texts/+**'))
    await undoLast()
    expect([await kept(), await textOf('docs/far.html')]).toEqual([before, page('../tides.html#now')])

    const again = rename(at('docs'), 'texts', 'folder')
    await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Rename' }))
    expect(await again).toBeNull()
    expect(await kept()).toBe(before)
  })

  it('LK7 nobody is asked where nothing links, and not to know of links is said', async () => {
    expect(await rename(at('index.html'), 'start', 'page')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    vi.spyOn(api, 'planLinks').mockRejectedValue(
      new GalleyError('too-large', 'There are too many documents.')
    )
    const done = rename(at('tides.html'), 'one', 'page')
    await within(await dialog()).findByText('Links could not be looked for: There are too many documents.')
    await userEvent.keyboard('{Enter}')
    expect(await done).toBeNull()
    expect(await textOf('one.html')).toContain('elsewhere')
  })

  it('LK7 deleting what others link to shows them, and Enter leaves it', async () => {
    const first = remove([at('tides.html')])
    await within(await dialog()).findByText('/northwind/harbour/docs/far.html')
    expect(await brokenRules()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await first
    expect(await textOf('tides.html')).toContain('elsewhere')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const second = remove([at('tides.html')])
    await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Move to the trash' }))
    await second
    await expect(textOf('tides.html')).rejects.toThrow()
    await undoLast()
    expect(await textOf('tides.html')).toContain('elsewhere')
    await remove([at('docs/far.html')])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('S5 who takes the last step back while something is deleted means that', async () => {
    await rename(at('docs/far.html'), 'farther', 'page')
    const going = remove([at('index.html')])
    await undoLast()
    await going
    expect(await textOf('index.html')).toBe(page('/tides'))
    expect(await textOf('docs/farther.html')).toContain('now')
  })
})
