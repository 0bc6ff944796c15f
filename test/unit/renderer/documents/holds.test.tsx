import { Notifications } from '@mantine/notifications'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { documentAt, openDocumentAt } from '../../../../src/renderer/src/documents'
import { Banner } from '../../../../src/renderer/src/documents/Banner'
import { HeldSign } from '../../../../src/renderer/src/documents/holds/HeldSign'
import { readHolds, useHold, useWritingRefusal } from '../../../../src/renderer/src/documents/holds/holds'
import { allCommands } from '../../../../src/renderer/src/workbench/commands/commands'
import { changeEditorSettings } from '../../../../src/renderer/src/workbench/editor-settings'
import { closeTab, openDocument, updateWorkbench } from '../../../../src/renderer/src/workbench/workbench'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const MARA = { name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }
const JON = { name: 'Jon Bell', email: 'jon.bell@northwind.example' }

let served: ServedWindow
let count = 0
let path = contentPath('/northwind/harbour/page.html')

const becomes = async (who: typeof MARA) => setWorkspace(await api.setOwner(who))
const asked = () => act(() => readHolds())
const offered = () => allCommands().flatMap(({ id }) => (/hold|let-go/.test(id) ? [id] : []))

function Shown() {
  const session = documentAt(path)
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot)
  return (
    <>
      <Banner session={session} snapshot={snapshot} plain={false} />
      <HeldSign hold={useHold(path)} />
      <p data-testid="refusal">{useWritingRefusal(path) ?? 'written in'}</p>
    </>
  )
}

async function opens(): Promise<void> {
  openDocument(path)
  renderInApp(
    <>
      <Notifications />
      <Shown />
    </>
  )
  await vi.waitFor(() => expect(documentAt(path).snapshot().etag).not.toBeNull())
  await asked()
}

const refusal = () => screen.getByTestId('refusal').textContent

beforeEach(async () => {
  served = await serveWindow()
  changeEditorSettings({ apart: true })
  path = contentPath(`/northwind/harbour/held-${++count}.html`)
  await becomes(MARA)
  await api.write(path, '<main></main>')
})
afterEach(async () => {
  closeTab(`document:${path}`)
  cleanup()
  await vi.waitFor(() => expect(openDocumentAt(path)).toBeNull(), 5_000)
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  changeEditorSettings({ apart: false })
  localStorage.clear()
  await served.close()
})

describe('a held document', () => {
  it('RT15 says by whom it is held, and is not written in until its person says so', async () => {
    await becomes(JON)
    await api.hold(path)
    await becomes(MARA)
    await opens()
    expect(refusal()).toMatch(/^Held by Jon Bell until \d\d:\d\d\.$/)
    expect(screen.getByRole('button', { name: 'Write all the same' })).toBeTruthy()
    expect(offered()).toEqual(['document.pass-hold'])
    expect(await brokenRules()).toEqual([])
    await api.passHold(path)
    await asked()
    expect(refusal()).toBe('written in')
    expect(
      screen.getByText(/^Held by Jon Bell until \d\d:\d\d\. You write here all the same\.$/)
    ).toBeTruthy()
    // it is no permission
    expect(await api.write(path, '<main><p>x</p></main>')).toBeTruthy()
  })

  it('RT15 is written in by whoever holds it, in each of their windows, who hear who else writes there and let it go', async () => {
    await opens()
    expect(offered()).toEqual(['document.hold'])
    await api.hold(path)
    await asked()
    expect(refusal()).toBe('written in')
    expect(offered()).toEqual(['document.hold', 'document.let-go'])
    expect(allCommands().find(({ id }) => id === 'document.hold')?.title).toMatch(/from now$/)
    expect(screen.getAllByText(/^You hold this document until \d\d:\d\d\.$/)).toHaveLength(2)
    await becomes(JON)
    await api.passHold(path)
    await becomes(MARA)
    await asked()
    await screen.findByText(`Jon Bell writes in “held-${count}” all the same, which you hold.`)
    await userEvent.click(screen.getByRole('button', { name: 'Let go' }))
    await vi.waitFor(() => expect(screen.queryByText(/^You hold/)).toBeNull())
    expect((await api.holds(path)).holds).toEqual([])
  })

  it('RT15 is offered in the app only while others can reach it, and can be let go at any time', async () => {
    const bridge = { platform: 'linux', call: () => Promise.resolve({ origin: null }), on: () => () => {} }
    Object.defineProperty(window, 'galley', { value: bridge, configurable: true })
    try {
      await opens()
      expect(offered()).toEqual([])
      await api.hold(path)
      await asked()
      expect(offered()).toEqual(['document.let-go'])
      await api.letGo(path)
      await asked()
      expect(offered()).toEqual([])
    } finally {
      cleanup()
      Reflect.deleteProperty(window, 'galley')
    }
  })

  it('RT15 an earlier service knows of no holds, and none is offered', async () => {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.startsWith('/app/holds')
        ? Promise.resolve(Response.json({ error: 'Nothing.', reason: 'not-found' }, { status: 404 }))
        : fetch(url, init)
    )
    await opens()
    expect([offered(), refusal()]).toEqual([[], 'written in'])
  })
})
