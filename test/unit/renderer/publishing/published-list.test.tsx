import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import type { PublishedItem } from '../../../../src/common/publishing/listing'
import { createPublishingClient } from '../../../../src/common/api/client/publishing'
import { api } from '../../../../src/renderer/src/api'
import { lookAgain, markOf, useMark } from '../../../../src/renderer/src/features/publishing/published-marks'
import { PublishedList } from '../../../../src/renderer/src/features/publishing/PublishedList'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const body = (words: string) => `<body><main><div><p>${words}</p></div></main></body>`
const publishing = createPublishingClient({ fetch: (url, init) => fetch(url, init) })
let served: ServedWindow
// jobs of a slow machine take their time
configure({ asyncUtilTimeout: 20_000 })

beforeEach(async () => {
  served = await serveWindow()
})
afterEach(async () => {
  cleanup()
  await served.close()
})

/** What the tree tells of one file. */
function Mark({ name }: { readonly name: string }) {
  return <output aria-label={name}>{useMark(at(name)) ?? 'never'}</output>
}

const line = async (address: string) =>
  within(
    (await screen.findAllByRole('listitem')).find((one) => within(one).queryByText(address)) ?? document.body
  )

describe('what is published', () => {
  it('U1 is listed with its state, found by filter and address, and taken out, also without a source', async () => {
    for (const name of ['a.html', 'b.html', 'c.html']) await api.write(at(name), body(name))
    for (const name of ['a.html', 'b.html']) await publishing.publish('live', at(name))
    await publishing.publish('preview', at('c.html'))
    await api.write(at('a.html'), body('changed'))
    await api.remove(at('b.html'))
    renderInApp(
      <ModalsProvider>
        <Notifications />
        <PublishedList path={site} />
      </ModalsProvider>
    )
    await (await line('/a')).findByText('Live, changed since')
    await (await line('/b')).findByText('Live, not here any more')
    await (await line('/c')).findByText('In preview only')
    expect(await brokenRules()).toEqual([])
    await userEvent.click(screen.getByRole('radio', { name: 'Not here any more 1' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose /b' }))
    expect(screen.getByRole('button', { name: 'Publish again…' })).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('button', { name: 'Unpublish…' }))
    const ask = within(await screen.findByRole('dialog', { name: 'Unpublish “b.html”?' }))
    await userEvent.click(ask.getByRole('button', { name: 'Unpublish' }))
    await screen.findByText('1 item is not published any more.')
    // the window of the test hears of files only; the app also of what is published
    lookAgain(site)
    await screen.findByText('Nothing here.')
    expect((await publishing.list(site)).resources.map(({ webPath }) => webPath)).toEqual(['/a', '/c'])
  })

  it('U1 a mark follows what is published and what is written', async () => {
    await api.write(at('a.html'), body('a'))
    renderInApp(<Mark name="a.html" />)
    const mark = screen.getByLabelText('a.html')
    await waitFor(() => expect(mark.textContent).toBe('never'))
    await publishing.publish('live', at('a.html'))
    lookAgain(site)
    await waitFor(() => expect(mark.textContent).toBe('live'), { timeout: 20_000 })
    await api.write(at('a.html'), body('more'))
    await waitFor(() => expect(mark.textContent).toBe('live-changed'), { timeout: 20_000 })
    await publishing.unpublish('live', at('a.html'))
    lookAgain(site)
    await waitFor(() => expect(mark.textContent).toBe('preview-changed'), { timeout: 20_000 })
  })

  it('U1 what is live is told apart from what was changed since', () => {
    const state = (sourceEtag: string) => ({ lastModified: '', lastModifiedBy: '', etag: '', sourceEtag })
    const item = (live: string | null, edit: string | null): PublishedItem => ({
      webPath: '/x',
      resourcePath: '/x.html',
      kind: 'page',
      preview: null,
      live: live === null ? null : state(live),
      edit: edit === null ? null : { etag: edit, lastModified: '' }
    })
    expect([markOf(undefined), markOf(item('1', null)), markOf(item('1', '2'))]).toEqual([
      null,
      'live',
      'live-changed'
    ])
  })
})
