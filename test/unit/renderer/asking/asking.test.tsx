import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccessRequest, AccessRequests } from '../../../../src/common/api/types'
import { contentPath } from '../../../../src/common/content/paths'
import { AskForAccess } from '../../../../src/renderer/src/documents/asking/AskForAccess'
import { takeBack } from '../../../../src/renderer/src/documents/asking/access-requests'
import { RequestsNotice } from '../../../../src/renderer/src/features/asking/RequestsNotice'
import { tellAnswers } from '../../../../src/renderer/src/features/asking/told'
import { brokenRules, renderInApp } from '../render'

/** A stream that tells nothing. */
class Silent extends EventTarget {
  close() {}
}

const path = contentPath('/harbour/site/plan.html')
const refused = { mayRead: false, mayWrite: false, ask: [] }
const DAY = 24 * 60 * 60 * 1000
const accessRequest = (more: Partial<AccessRequest> = {}): AccessRequest => ({
  ...{
    id: 'w',
    path,
    action: 'read',
    text: '',
    at: Date.now(),
    by: { email: 'lena@example.com', name: 'Lena Voss' }
  },
  ...more
})

/** What the service knows; null: one that is older than this. */
let known: AccessRequests | null = { mine: [], toAnswer: [] }
let refusal: object | null = null
const asked: string[] = []

beforeEach(() => {
  known = { mine: [], toAnswer: [] }
  refusal = null
  asked.length = 0
  vi.stubGlobal('EventSource', Silent)
  vi.stubGlobal('fetch', (_: unknown, { method = 'GET' }: RequestInit = {}) => {
    asked.push(method)
    if (method === 'POST')
      return Promise.resolve(Response.json(refusal ?? accessRequest(), { status: refusal ? 400 : 200 }))
    if (method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }))
    if (known) return Promise.resolve(Response.json(known))
    const error = { error: 'There is nothing at this address.', reason: 'not-found' }
    return Promise.resolve(Response.json(error, { status: 404 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const offer = () => screen.queryByRole('button', { name: 'Ask for access…' })

/** Asks the service anew, as an event has it do. */
const again = () => takeBack(accessRequest())

it('A13 what may be asked for is offered, and nothing of it at a service that is older, nor to who may write', async () => {
  const shown = (rights: Parameters<typeof AskForAccess>[0]['rights']) => (
    <ModalsProvider>
      <AskForAccess path={path} rights={rights} />
      <RequestsNotice />
    </ModalsProvider>
  )
  const { unmount } = renderInApp(shown(refused))
  await waitFor(() => expect(offer()).not.toBeNull())
  known = null
  await again()
  await waitFor(() => expect(offer()).toBeNull())
  unmount()
  known = { mine: [], toAnswer: [] }
  await again()
  renderInApp(shown({ ...refused, mayRead: true, mayWrite: true }))
  expect(offer()).toBeNull()
})

it('A13 who cannot be named by permissions is told so, and keeps their words', async () => {
  renderInApp(
    <ModalsProvider>
      <AskForAccess path={path} rights={refused} />
    </ModalsProvider>
  )
  await waitFor(() => expect(offer()).not.toBeNull())
  fireEvent.click(offer() ?? document.body)
  const field = await screen.findByRole('textbox', { name: 'Message, if you like' })
  fireEvent.change(field, { target: { value: 'Please' } })
  refusal = { error: 'Permissions name people by their e-mail address.', reason: 'bad-request' }
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByText('Permissions name people by their e-mail address.')
  expect(field).toHaveProperty('value', 'Please')
  expect(await brokenRules()).toEqual([])
})

it('A13 a refusal is said for its day, and then one may ask again', async () => {
  known = { mine: [accessRequest({ answer: 'refuse' })], toAnswer: [] }
  renderInApp(<AskForAccess path={path} rights={refused} />)
  await screen.findByText(/it was refused/)
  expect(offer()).toBeNull()
  known = { mine: [accessRequest({ answer: 'refuse', at: Date.now() - DAY - 60_000 })], toAnswer: [] }
  await again()
  await waitFor(() => expect(offer()).not.toBeNull())
})

it('A13 the notice counts, goes when it is put away, and comes back when somebody else asks', async () => {
  known = { mine: [], toAnswer: [accessRequest(), accessRequest({ id: 'w2' })] }
  renderInApp(<RequestsNotice />)
  await screen.findByText('2 requests for access are open.')
  fireEvent.click(screen.getByRole('button', { name: 'Close this notice' }))
  expect(screen.queryByText(/requests for access/)).toBeNull()
  known = { mine: [], toAnswer: [accessRequest(), accessRequest({ id: 'w2' }), accessRequest({ id: 'w3' })] }
  await again()
  await screen.findByText('3 requests for access are open.')
  known = { mine: [], toAnswer: [accessRequest({ id: 'w3' })] }
  await again()
  await screen.findByText('Lena Voss asks to read plan.html.')
})

it('A13 E1 an answer is told once where the browser can keep nothing', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  renderInApp(<Notifications />)
  const answered = accessRequest({ id: 'told', answer: 'refuse' })
  tellAnswers([answered])
  tellAnswers([answered])
  await screen.findByText('Your request for plan.html was refused.')
  expect(screen.getAllByText('Your request for plan.html was refused.')).toHaveLength(1)
  full.mockRestore()
})
