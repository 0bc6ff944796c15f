import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { createPublishingClient } from '../../../../src/common/api/client/publishing'
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
    ask.getByText(/^What changes for readers: .*warnings?:$/)
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
      const going = publishNow(path, environment, saved, {
        unfinished: () => 'The JSON that you typed is not part of it.'
      })
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
    shown.getByText(/^Readers see nothing of it yet\. \d warnings?:$/)
    await userEvent.click(shown.getByRole('button', { name: 'Publish' }))
    expect(await always).toBe(true)
  })

  const at = (name: string) => contentPath(`/northwind/harbour/${name}`)
  const linking = body('<a href="pier">a</a> <a href="quay">b</a> <a href="none">c</a>')
  const liveOf = async (name: string) => (await publishing.status(at(name))).live.status

  it('U13 offers what readers would find nothing behind, and publishes what is left ticked as one job with the page', async () => {
    await api.write(path, linking)
    for (const name of ['pier', 'quay']) await api.write(at(`${name}.html`), body(name))
    const going = publishNow(path, 'live', saved)
    const ask = await dialog('Publish “boats.html”?')
    ask.getByText('Of what it links to, 2 are not live yet.')
    expect(await brokenRules()).toEqual([])
    await userEvent.click(ask.getByRole('checkbox', { name: '/quay.html' }))
    await userEvent.click(ask.getByRole('button', { name: 'Publish 2 items' }))
    expect(await going).toBe(true)
    expect([await live(), await liveOf('pier.html'), await liveOf('quay.html')]).toEqual([200, 200, 404])
  })

  it('U13 what was left out is not asked about again by itself, and by the command at any time; what changed since is offered unticked', async () => {
    const harbour = at('harbour.html')
    await api.write(harbour, linking)
    for (const name of ['pier', 'quay']) await api.write(at(`${name}.html`), body(name))
    await publishing.publish('live', at('pier.html'))
    await api.write(at('pier.html'), body('pier, mended'))
    const first = publishNow(harbour, 'live', saved)
    const ask = await dialog('Publish “harbour.html”?')
    ask.getByText('Of what it links to, 1 is not live yet, and 1 was changed since.')
    expect(ask.getByRole<HTMLInputElement>('checkbox', { name: '/pier.html' }).checked).toBe(false)
    await userEvent.click(ask.getByRole('checkbox', { name: '/quay.html' }))
    await userEvent.click(ask.getByRole('button', { name: 'Publish' }))
    expect(await first).toBe(true)
    expect(await publishNow(harbour, 'live', saved)).toBe(true)
    const asked = publishNow(harbour, 'live', saved, { together: true })
    const again = await dialog('Publish “harbour.html”?')
    await userEvent.click(again.getByRole('checkbox', { name: 'All 2 that it links to' }))
    await userEvent.click(again.getByRole('button', { name: 'Publish 3 items' }))
    expect(await asked).toBe(true)
    expect([await liveOf('pier.html'), await liveOf('quay.html')]).toEqual([200, 200])
    expect(await publishing.page('live', at('pier.html'), true)).toContain('mended')
  })

  it('U13 U7 what it links to is checked as it is: errors are asked about, or left out where the settings say so', async () => {
    const ferry = at('ferry.html')
    await api.write(ferry, linking)
    await api.write(at('pier.html'), body('<div>never closed'))
    await api.write(at('quay.html'), body('quay'))
    const going = publishNow(ferry, 'live', saved)
    const ask = await dialog('Publish “ferry.html”?')
    await userEvent.click(ask.getByRole('button', { name: /^Publish 3 items/ }))
    const anyway = await ask.findByRole('button', { name: 'Publish 3 items anyway' })
    ask.getByText(/^\. 1 error/)
    expect(await liveOf('ferry.html')).toBe(404)
    localStorage.setItem('galley.before-publishing', 'block')
    await userEvent.click(ask.getByRole('button', { name: 'Cancel' }))
    expect(await going).toBe(false)
    expect(anyway.isConnected).toBe(false)
    const blocked = publishNow(ferry, 'live', saved)
    const strict = await dialog('Publish “ferry.html”?')
    await strict.findByText(/It is left out/)
    expect(strict.getByRole<HTMLInputElement>('checkbox', { name: '/pier.html' }).disabled).toBe(true)
    await userEvent.click(strict.getByRole('button', { name: 'Publish 2 items' }))
    expect(await blocked).toBe(true)
    expect([await liveOf('ferry.html'), await liveOf('pier.html'), await liveOf('quay.html')]).toEqual([
      200, 404, 200
    ])
  })
})
