import { Notifications } from '@mantine/notifications'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { documentAt, openDocumentAt } from '../../../../src/renderer/src/documents'
import { Banner } from '../../../../src/renderer/src/documents/Banner'
import { changeSince, sinceWords } from '../../../../src/renderer/src/documents/since/change-since'
import { compareWithSeen } from '../../../../src/renderer/src/documents/since/visit'
import { changeEditorSettings } from '../../../../src/renderer/src/workbench/editor-settings'
import {
  closeTab,
  openDocument,
  updateWorkbench,
  workbench
} from '../../../../src/renderer/src/workbench/workbench'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const MARA = { name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }
const JON = { name: 'Jon Bell', email: 'jon.bell@northwind.example' }

let served: ServedWindow
let count = 0
let path = contentPath('/northwind/harbour/page.html')

const becomes = async (who: typeof MARA) => setWorkspace(await api.setOwner(who))
const writes = async (who: typeof MARA, text: string) => {
  await becomes(who)
  await api.write(path, text)
}

function Shown() {
  const session = documentAt(path)
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot)
  return <Banner session={session} snapshot={snapshot} plain={false} />
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
}

async function leaves(): Promise<void> {
  closeTab(`document:${path}`)
  cleanup()
  await vi.waitFor(() => expect(openDocumentAt(path)).toBeNull(), 5_000)
}

beforeEach(async () => {
  served = await serveWindow()
  changeEditorSettings({ apart: true })
  path = contentPath(`/northwind/harbour/since-${++count}.html`)
  await writes(MARA, '<p>one</p>')
})
afterEach(async () => {
  await leaves()
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  changeEditorSettings({ apart: false })
  localStorage.clear()
  await served.close()
})

describe('what changed since somebody was in a document', () => {
  it('RT14 is told when it is opened again, by who wrote it, and shown from what was seen', async () => {
    await opens()
    expect(screen.queryByRole('status')).toBeNull()
    await leaves()
    await writes(JON, '<p>two</p>')
    await writes(JON, '<p>three</p>')
    await becomes(MARA)
    await opens()
    const strip = await screen.findByText(/^Jon Bell changed this since you were here last \(\d\d:\d\d\)\.$/)
    expect(await brokenRules()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show what changed' }))
    await vi.waitFor(() => expect(workbench().tabs.at(-1)?.kind).toBe('compare'))
    const tab = workbench().tabs.at(-1)
    if (tab?.kind !== 'compare' || tab.before.kind !== 'version') throw new Error('No comparison.')
    expect(new TextDecoder().decode((await api.readVersion(tab.before.url)).bytes)).toBe('<p>one</p>')
    expect(tab.after).toEqual({ kind: 'current', path })
    expect(strip.isConnected).toBe(false)
    closeTab(tab.id)
  })

  it('RT14 is nothing where nobody else wrote, and what was looked at is no news', async () => {
    await opens()
    await writes(JON, '<p>while she looks at it</p>')
    await becomes(MARA)
    await vi.waitFor(() => expect(documentAt(path).text()).toContain('while she looks'))
    await leaves()
    await writes(MARA, '<p>hers, elsewhere</p>')
    await opens()
    await compareWithSeen(path)
    await vi.waitFor(() => expect(workbench().tabs.at(-1)?.kind).toBe('compare'))
    expect(screen.queryByText(/since you were here/)).toBeNull()
    closeTab(workbench().activeTab ?? '')
  })

  it('RT14 on demand it is said that nothing changed, and that somebody is here for the first time', async () => {
    await opens()
    await compareWithSeen(path)
    await screen.findByText('As far as this computer knows, you are here for the first time.')
    await leaves()
    await opens()
    await compareWithSeen(path)
    await screen.findByText(/^Nothing has changed since you were here last \(\d\d:\d\d\)\.$/)
  })

  it('RT14 names those who wrote since, each once, and no more than three', () => {
    const wrote = (email: string, at: number, more: object = {}) => ({
      url: '',
      users: [{ email }],
      timestamp: at,
      path: '',
      wrote: { by: [{ email }], at, when: 'then' as const },
      ...more
    })
    const seen = { etag: '"a"', at: 10 }
    const at = Date.parse('2026-11-21T14:02:00')
    const by = (...versions: ReturnType<typeof wrote>[]) =>
      changeSince(seen, versions, { email: 'c@x.y' }, 'me@x.y')?.by
    expect(by(wrote('b@x.y', 12), wrote('c@x.y', 11), wrote('a@x.y', 9))).toEqual(['c', 'b'])
    expect(by(wrote('me@x.y', 12, { label: 'Collab Parse', users: [{ email: 'd@x.y' }] }))).toEqual([
      'c',
      'd'
    ])
    expect(changeSince(seen, [wrote('me@x.y', 12)], { email: 'ME@x.y' }, 'me@x.y')).toBeNull()
    expect(changeSince(seen, [], { email: 'me@x.y', via: { program: 'Claude' } }, 'me@x.y')?.by).toEqual([
      'you with “Claude”'
    ])
    expect(sinceWords({ at, by: ['b'] }, at)).toMatch(/^b changed this since/)
    expect(sinceWords({ at, by: ['a', 'b', 'c'] }, at)).toMatch(/^a, b and c changed/)
    expect(sinceWords({ at, by: ['another program', 'b', 'c', 'd'] }, at + 48 * 3_600_000)).toBe(
      'Another program, b and 2 others changed this since you were here last (21 Nov 2026, 14:02).'
    )
  })
})
