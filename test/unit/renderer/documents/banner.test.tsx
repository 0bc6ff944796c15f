import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GalleyError } from '../../../../src/common/errors'
import type { DocumentSession } from '../../../../src/renderer/src/documents'
import { Banner } from '../../../../src/renderer/src/documents/Banner'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'
import { changedBy, ME, memoryDrafts, MemoryService, openSession, PAGE, type } from './memory'

let served: ServedWindow
let service: MemoryService
let session: DocumentSession

function Shown() {
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot)
  return <Banner session={session} snapshot={snapshot} plain={false} />
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(async () => {
  served = await serveWindow()
  service = new MemoryService()
  service.put('one\ntwo\n')
  session = await openSession(service, memoryDrafts())
  renderInApp(<Shown />)
})
afterEach(async () => {
  cleanup()
  session.close()
  await served.close()
})

describe('the banner over a document', () => {
  it('S5 a deleted document has one banner, with every way on, and saves its words again', async () => {
    service.files.clear()
    session.hear({ ...changedBy('Jon', '"gone"'), change: 'deleted', origin: 'outside' })
    expect((await screen.findByRole('alert')).textContent).toContain('Another program deleted this file.')
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Restore',
      'Save it again',
      'Close'
    ])
    expect(await brokenRules()).toEqual([])
    await press('Save it again')
    await vi.waitFor(() => expect(service.textAt(PAGE)).toBe('one\ntwo\n'))
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('E3 one’s own change in another window is told as such, and a deletion by oneself as one’s own', async () => {
    const etag = service.put('elsewhere\ntwo\n', ME)
    type(session, 'mine\ntwo\n')
    session.hear(changedBy('Me', etag))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'You changed this file elsewhere while you were typing here'
    )
    service.files.clear()
    session.hear({ ...changedBy('Me', ''), change: 'deleted' })
    expect((await screen.findByRole('alert')).textContent).toContain('You deleted this file.')
    await session.look()
    expect(screen.getByRole('alert').textContent).toContain('You deleted this file.')
  })

  it('E3 a conflict overwrites nothing until the person decides, and theirs can be undone', async () => {
    const etag = service.put('theirs\ntwo\n')
    type(session, 'mine\ntwo\n')
    session.hear(changedBy('Jon', etag))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Jon changed this file while you were typing'
    )
    expect(service.textAt(PAGE)).toContain('theirs')
    await press('Take theirs')
    expect(session.text()).toBe('theirs\ntwo\n')
    await press('Undo')
    await vi.waitFor(() => expect(service.textAt(PAGE)).toBe('mine\ntwo\n'))
  })

  it('W3 E2 a save that fails says why, and is told as mended when it goes through', async () => {
    service.problem = new GalleyError('disk-full', 'The disk is full. Free some space.')
    type(session, 'one\ntwo\nthree\n')
    expect((await screen.findByRole('alert')).textContent).toContain('Not saved. The disk is full.')
    const retry = screen.getByRole('button', { name: 'Retry' })
    service.problem = null
    retry.click()
    await vi.waitFor(() => expect(service.textAt(PAGE)).toContain('three'))
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})
