import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { createPublishingClient } from '../../../../src/common/api/client/publishing'
import { api } from '../../../../src/renderer/src/api'
import { titleOf, requestFor } from '../../../../src/renderer/src/features/publishing/publish-many'
import { askPublishMany } from '../../../../src/renderer/src/features/publishing/PublishMany'
import { JobList } from '../../../../src/renderer/src/shell/status-bar/JobList'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const body = (words: string) => `<body><main><div><p>${words}</p></div></main></body>`
const publishing = createPublishingClient({ fetch: (url, init) => fetch(url, init) })
const live = async (name: string) => (await publishing.status(at(name))).live.status
let served: ServedWindow
// jobs of a slow machine take their time
configure({ asyncUtilTimeout: 20_000 })

beforeEach(async () => {
  served = await serveWindow()
  renderInApp(
    <ModalsProvider>
      <Notifications />
      <JobList />
    </ModalsProvider>
  )
})
afterEach(async () => {
  localStorage.clear()
  cleanup()
  await served.close()
})

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('publishing many', () => {
  it('U1 names what is chosen as a job takes it: all below a folder, a file by itself', () => {
    const chosen = [
      { path: at('docs'), folder: true },
      { path: at('docs & more/ä.html'), folder: false }
    ]
    expect(requestFor(chosen)).toEqual(['/docs/*', '/docs & more/ä.html'])
    expect(requestFor([{ path: site, folder: true }])).toEqual(['/*'])
    expect([titleOf(chosen), titleOf(chosen.slice(0, 1))]).toEqual(['2 items', '“docs”'])
  })

  it('U1 publishes a folder, tells what failed and why, and tries only that again', async () => {
    await api.write(at('docs/a.html'), body('a'))
    await api.write(at('docs/deep/ä b.html'), body('b'))
    await api.write(at('docs/broken.json'), '{')
    await api.write(at('other.html'), body('other'))
    askPublishMany([{ path: at('docs'), folder: true }])
    const ask = await dialog('Publish “docs”')
    expect(await brokenRules()).toEqual([])
    await ask.findByText('2 items will be published: 2 new to readers. 1 item cannot be published.')
    expect(ask.getByRole('list', { name: 'What needs a look' }).textContent).toMatch(
      /^\/docs\/broken\.json.*not valid JSON/
    )
    await userEvent.click(ask.getByRole('button', { name: 'Publish anyway' }))

    const result = await dialog('One item was not published')
    result.getByText('2 items are live now.')
    const failed = result.getByRole('list', { name: 'Not published' })
    expect(failed.textContent).toMatch(/^\/docs\/broken\.json.*not valid JSON/)
    expect(await brokenRules()).toEqual([])
    expect(await Promise.all(['docs/a.html', 'docs/deep/ä b.html', 'other.html'].map(live))).toEqual([
      200, 200, 404
    ])

    await api.write(at('docs/broken.json'), '{"mended": true}')
    await userEvent.click(result.getByRole('button', { name: 'Try these again' }))
    await screen.findByText('1 item is live now.')
    expect(await live('docs/broken.json')).toBe(200)
  })

  it('U1 says what was so already, and that there is nothing in an empty folder', async () => {
    await api.write(at('docs/a.html'), body('a'))
    await publishing.publish('live', at('docs/a.html'))
    askPublishMany([{ path: at('docs'), folder: true }])
    await userEvent.click((await dialog('Publish “docs”')).getByRole('button', { name: 'Publish' }))
    await screen.findByText('0 items are live now. 1 item already was, as it is.')
    askPublishMany([{ path: at('none'), folder: true }])
    await userEvent.click((await dialog('Publish “none”')).getByRole('button', { name: 'Preview' }))
    await screen.findByText('There is nothing here that you may publish.')
  })

  it('U7 what has errors, and what readers will not see, is told before and published only when somebody says so', async () => {
    await api.write(at('docs/a.html'), body('a'))
    await api.write(at('docs/lost.html'), `Lost words ${body('b')}`)
    askPublishMany([{ path: at('docs'), folder: true }])
    const ask = await dialog('Publish “docs”')
    // pressed before the check is done: it waits, and does not go on by itself
    await userEvent.click(ask.getByRole('button', { name: 'Publish' }))
    await ask.findByText(
      '2 items will be published: 2 new to readers. 1 item has something that readers will not see.'
    )
    ask.getByText(/Readers will not see “Lost words”/)
    expect(await brokenRules()).toEqual([])
    expect(await live('docs/a.html')).toBe(404)
    await userEvent.click(ask.getByRole('button', { name: 'Publish anyway' }))
    await screen.findByText('2 items are live now.')
  })

  it('U7 documents with errors are left out where the settings say so, and the job has the numbers of the dialog', async () => {
    localStorage.setItem('galley.before-publishing', 'block')
    await api.write(at('docs/a.html'), body('a'))
    await api.write(at('docs/broken.html'), body('<div>never closed'))
    askPublishMany([{ path: at('docs'), folder: true }])
    const ask = await dialog('Publish “docs”')
    await ask.findByText(
      '1 item will be published. 1 item with errors will not: that is how you have set it.'
    )
    await userEvent.click(ask.getByRole('button', { name: 'Publish' }))
    await screen.findByText('1 item is live now.')
    expect(await Promise.all(['docs/a.html', 'docs/broken.html'].map(live))).toEqual([200, 404])
  })

  it('U1 is stopped from the status bar; what was done stays', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `many/p${index}.html`)
    await Promise.all(names.map((name) => api.write(at(name), body(name))))
    askPublishMany([{ path: at('many'), folder: true }])
    await userEvent.click((await dialog('Publish “many”')).getByRole('button', { name: 'Publish' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Stop: Publishing' }))
    const said = await screen.findByText(/Stopped before \d+ items\./)
    const [done = 0, left = 0] = (said.textContent ?? '').match(/\d+/g)?.map(Number) ?? []
    expect(done + left).toBe(400)
    expect(screen.queryByRole('button', { name: 'Stop: Publishing' })).toBeNull()
  })
})
