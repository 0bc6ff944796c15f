import { ModalsProvider } from '@mantine/modals'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { ProblemsPanel } from '../../../../src/renderer/src/features/problems/ProblemsPanel'
import { problemScope } from '../../../../src/renderer/src/features/problems/scope'
import { activeTab, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const page = (body: string) => `<body><main><div>\n${body}\n</div></main></body>`
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(at('index.html'), page('<h1>Home</h1>\n<p><a href="https://tides.example/now">t</a></p>'))
  await api.write(
    at('help.html'),
    page('<p><a href="//tides.example/help">h</a><a href="https://a.example">a</a></p>')
  )
})
afterEach(async () => {
  cleanup()
  problemScope.set('document')
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

const rows = () =>
  within(screen.getByRole('list', { name: 'Links to other sites' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('button')?.textContent)

describe('the links of a site to other sites', () => {
  it('LK13 are listed by host, lead to their places, and are opened after a question', async () => {
    renderInApp(
      <ModalsProvider>
        <ProblemsPanel path={at('index.html')} />
      </ModalsProvider>
    )
    await userEvent.click(screen.getByRole('radio', { name: 'Links out' }))
    await screen.findByRole('region', { name: 'Links of harbour to other sites' })
    expect(rows()).toEqual([
      'https://a.examplehelp.html, line 2',
      '//tides.example/helphelp.html, line 2',
      'https://tides.example/nowHome, index.html, line 3'
    ])
    expect(await brokenRules()).toEqual([])
    const hosts = screen.getByRole('combobox', { name: 'Links to which host' })
    expect([...hosts.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'All hosts (3)',
      'a.example (1)',
      'tides.example (2)'
    ])
    await userEvent.selectOptions(hosts, 'tides.example')
    await expect.poll(rows).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Open //tides.example/help in the browser…' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('https://tides.example/help')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: /^https:\/\/tides.example\/now/ }))
    await expect.poll(() => activeTab(workbench())?.path).toBe(at('index.html'))
  })

  it('LK13 says that there are none, and follows what anybody writes', async () => {
    await api.write(at('index.html'), page('<h1>Home</h1>'))
    await api.write(at('help.html'), page('<h1>Help</h1>'))
    problemScope.set('external')
    renderInApp(
      <ModalsProvider>
        <ProblemsPanel path={null} />
      </ModalsProvider>
    )
    await screen.findByText('Open a site to see where its links lead.')
    cleanup()
    renderInApp(
      <ModalsProvider>
        <ProblemsPanel path={at('index.html')} />
      </ModalsProvider>
    )
    await screen.findByText('Every link of harbour stays in this workspace.')
    await api.write(at('help.html'), page('<a href="https://new.example">n</a>'))
    await screen.findByRole('region', { name: 'Links of harbour to other sites' }, { timeout: 5000 })
    expect(rows()).toEqual(['https://new.examplehelp.html, line 2'])
  })
})
