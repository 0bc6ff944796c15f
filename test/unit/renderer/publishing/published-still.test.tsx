import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { createPublishingClient } from '../../../../src/common/api/client/publishing'
import { api } from '../../../../src/renderer/src/api'
import { GoneState } from '../../../../src/renderer/src/documents/GoneState'
import { PublishedStill } from '../../../../src/renderer/src/features/publishing'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const path = contentPath('/northwind/harbour/ferry.html')
const publishing = createPublishingClient({ fetch: (url, init) => fetch(url, init) })
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(path, '<body><main><div><p>one</p></div></main></body>')
})
afterEach(async () => {
  cleanup()
  await served.close()
})

const show = () =>
  renderInApp(
    <ModalsProvider>
      <Notifications />
      <GoneState path={path}>
        <PublishedStill path={path} />
      </GoneState>
    </ModalsProvider>
  )
const states = async () => {
  const { preview, live } = await publishing.status(path)
  return [preview.status, live.status]
}

describe('a document that is gone', () => {
  it('U1 is unpublished where it was: live and preview go, after a question', async () => {
    await publishing.publish('live', path)
    await api.remove(path)
    show()
    const still = within(await screen.findByRole('region', { name: 'Still published' }))
    expect(still.getByText(/still live/)).toBeTruthy()
    expect(await brokenRules()).toEqual([])
    await userEvent.click(still.getByRole('button', { name: 'Unpublish…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Unpublish “ferry.html”?' }))
    expect(dialog.getByText(/bring it back from the trash first/)).toBeTruthy()
    expect(await states()).toEqual([200, 200])
    await userEvent.click(dialog.getByRole('button', { name: 'Unpublish' }))
    await vi.waitFor(async () => expect(await states()).toEqual([404, 404]))
    await screen.findByText('ferry.html is not published any more.')
  })

  it('U1 says nothing of readers when nothing of it is published', async () => {
    await publishing.publish('preview', path)
    await publishing.unpublish('preview', path)
    await api.remove(path)
    const asked = vi.spyOn(globalThis, 'fetch')
    show()
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    await Promise.all(asked.mock.results.map(({ value }) => value as Promise<unknown>))
    expect(screen.getByText('ferry.html is not there any more')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Still published' })).toBeNull()
  })
})
