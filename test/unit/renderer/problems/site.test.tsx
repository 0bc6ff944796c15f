import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GalleyError } from '../../../../src/common/errors'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { ProblemsPanel } from '../../../../src/renderer/src/features/problems/ProblemsPanel'
import { problemScope } from '../../../../src/renderer/src/features/problems/scope'
import { lastUndoable, undoStep } from '../../../../src/renderer/src/workbench/undo'
import { activeTab, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const page = (body: string) => `<body><main><div>\n${body}\n</div></main></body>`
const index = at('index.html')
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(at('places/quay.html'), page('<h1>Quay</h1><p><img src="/quay.png"></p>'))
  await api.write(at('quay.png'), new Uint8Array([1]))
  await api.write(at('help/old.html'), page('<h1>Quay</h1><a href="/quay">q</a>'))
  await api.write(
    index,
    page('<h1>Home</h1><p><a href="/quay">q</a><a href="/places/quay#pier">p</a><a href="/gone">g</a></p>')
  )
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  problemScope.set('document')
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

const show = async () => {
  renderInApp(
    <ModalsProvider>
      <Notifications />
      <ProblemsPanel path={index} />
    </ModalsProvider>
  )
  await userEvent.click(screen.getByRole('radio', { name: 'This site' }))
  await screen.findByRole('region', { name: 'Problems of harbour' })
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Problems' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('button')?.textContent)
const choose = (name: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: 'Which problems' }), name)

describe('the problems of a site', () => {
  it('LK9 lists them with numbers by kind, and leads to the place of each', async () => {
    await show()
    expect(rows()).toEqual([
      '/quayNothing is at this address.help/old.html, line 2',
      '/quayNothing is at this address.index.html, line 2',
      '/goneNothing is at this address.index.html, line 2',
      '/places/quay#pierThe page has no heading or id of this name.index.html, line 2',
      'QuayA picture has no alternative text.places/quay.html, line 2',
      'QuayAnother page has the same title. places/quay.htmlhelp/old.html',
      'QuayAnother page has the same title. help/old.htmlplaces/quay.html',
      'QuayNo page links here.help/old.html'
    ])
    expect(await brokenRules()).toEqual([])
    await choose('Pictures without words (1)')
    await waitFor(() => expect(rows()).toHaveLength(1))
    screen.getByRole('option', { name: 'All problems (8)' })
    await userEvent.click(screen.getByRole('button', { name: /^QuayA picture/ }))
    expect(activeTab(workbench())?.path).toBe(at('places/quay.html'))
  })

  it('LK9 mends one, or all that can be told, as one change with one Undo', async () => {
    await show()
    const before = (await api.read(index)).text
    await userEvent.click(screen.getByRole('button', { name: 'Mend 2' }))
    await waitFor(async () =>
      expect((await api.read(index)).text).toBe(before.replace('/quay"', '/places/quay"'))
    )
    expect((await api.read(at('help/old.html'))).text).toContain('href="/places/quay"')
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Mend/ })).toHaveLength(0))
    const step = await lastUndoable()
    if (!step) throw new Error('There is nothing to take back.')
    await undoStep(step)
    expect((await api.read(index)).text).toBe(before)
    const [first] = await screen.findAllByRole('button', { name: 'Mend to /places/quay' })
    if (first) await userEvent.click(first)
    await waitFor(async () => expect((await api.read(at('help/old.html'))).text).toContain('/places/quay'))
    expect((await api.read(index)).text).toBe(before)
  })

  it('LK9 ignores one with a reason, counts it no more, and shows it again', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Ignore /gone in index.html…' }))
    const asked = within(await screen.findByRole('dialog'))
    await userEvent.click(asked.getByRole('button', { name: 'Ignore' }))
    await asked.findByText('Say why, for whoever looks at it next.')
    await userEvent.type(asked.getByLabelText('Reason'), 'It comes in May.{Enter}')
    await screen.findByRole('option', { name: 'All problems (7)' })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show ignored (1)' }))
    await waitFor(() => expect(rows().join()).toContain('It comes in May.'))
    await userEvent.click(screen.getByRole('button', { name: 'Show again' }))
    await screen.findByRole('option', { name: 'All problems (8)' })
  })

  it('LK9 follows what others do, tells why it could not be read, and that nothing is wrong', async () => {
    vi.spyOn(api, 'linkProblems').mockRejectedValueOnce(new GalleyError('closed', 'It is closing.'))
    renderInApp(<ProblemsPanel path={index} />)
    await userEvent.click(screen.getByRole('radio', { name: 'This site' }))
    await screen.findByText('It is closing.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('list', { name: 'Problems' })
    await api.write(index, page('<h1>Home</h1><a href="/places/quay">q</a>'))
    await api.write(at('places/quay.html'), page('<h1>Quay</h1><p><img alt="" src="/quay.png"></p>'))
    await api.remove(at('help/old.html'))
    await screen.findByText('No problems found')
  })
})
