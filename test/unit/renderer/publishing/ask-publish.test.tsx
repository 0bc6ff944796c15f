import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { createPublishingClient } from '../../../../src/common/publishing/client'
import { api } from '../../../../src/renderer/src/api'
import { publishNow } from '../../../../src/renderer/src/features/publishing/publish-actions'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const path = contentPath('/northwind/harbour/boats.html')
const body = (words: string) => `<body><main><div><p>${words}</p></div></main></body>`
const publishing = createPublishingClient({ fetch: (url, init) => fetch(url, init) })
const live = async () => (await publishing.status(path)).live.status
const saved = () => Promise.resolve(true)
let served: ServedWindow
configure({ asyncUtilTimeout: 20_000 })

beforeEach(async () => {
  served = await serveWindow()
  renderInApp(
    <ModalsProvider>
      <Notifications />
    </ModalsProvider>
  )
})
afterEach(async () => {
  localStorage.clear()
  cleanup()
  await served.close()
})

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('publishing a document', () => {
  it('U7 goes on without a question when nothing is wrong with it', async () => {
    await api.write(path, body('a'))
    expect(await publishNow(path, 'live', saved)).toBe(true)
    expect(await live()).toBe(200)
  })

  it('U7 asks when readers would not see something, and tells what they will see changed', async () => {
    await api.write(path, body('a'))
    await publishing.publish('live', path)
    await api.write(path, `Lost words\n${body('a and b')}`)
    const first = publishNow(path, 'live', saved)
    const ask = await dialog('Publish “boats.html”?')
    ask.getByText(/^What changes for readers: .*1 warning:$/)
    ask.getByText(/Readers will not see “Lost words”/)
    expect(await brokenRules()).toEqual([])
    await userEvent.click(ask.getByRole('button', { name: 'Cancel' }))
    expect(await first).toBe(false)
    expect(await publishing.page('live', path, true)).not.toContain('and b')
    const second = publishNow(path, 'live', saved)
    await userEvent.click(
      (await dialog('Publish “boats.html”?')).getByRole('button', { name: 'Publish anyway' })
    )
    expect(await second).toBe(true)
  })

  it('U7 says that what was typed and is not part of the document does not go live, also in preview', async () => {
    await api.write(path, body('a'))
    for (const environment of ['live', 'preview'] as const) {
      const going = publishNow(path, environment, saved, () => 'The JSON that you typed is not part of it.')
      const name = `${environment === 'live' ? 'Publish' : 'Preview'} “boats.html”?`
      const ask = await dialog(name)
      ask.getByText('The JSON that you typed is not part of it.')
      await userEvent.click(ask.getByRole('button', { name: 'Cancel' }))
      expect(await going).toBe(false)
    }
    expect(await live()).toBe(404)
  })

  it('U7 does not publish errors where the settings say so, and shows the check each time where they say that', async () => {
    localStorage.setItem('galley.before-publishing', 'block')
    await api.write(path, body('<div>never closed'))
    const blocked = publishNow(path, 'live', saved)
    const ask = await dialog('Publish “boats.html”?')
    expect(ask.getByRole<HTMLButtonElement>('button', { name: 'Publish anyway' }).disabled).toBe(true)
    await userEvent.click(ask.getByRole('button', { name: 'Cancel' }))
    expect(await blocked).toBe(false)
    localStorage.setItem('galley.before-publishing', 'always')
    await api.write(path, body('sound'))
    const always = publishNow(path, 'live', saved)
    const shown = await dialog('Publish “boats.html”?')
    shown.getByText('Readers see nothing of it yet. No problems found.')
    await userEvent.click(shown.getByRole('button', { name: 'Publish' }))
    expect(await always).toBe(true)
  })
})
