import { ModalsProvider } from '@mantine/modals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WorkspaceHealth as Health } from '../../../../src/common/health'
import { countDifference } from '../../../../src/renderer/src/engines/page/check/differences'
import { askAboutPlace } from '../../../../src/renderer/src/features/health'
import { HealthBanner } from '../../../../src/renderer/src/features/health/HealthBanner'
import { HealthMark } from '../../../../src/renderer/src/features/health/HealthMark'
import { reloadHealth } from '../../../../src/renderer/src/features/health/health-store'
import { PlaceNote } from '../../../../src/renderer/src/features/health/PlaceNote'
import { WorkspaceHealth } from '../../../../src/renderer/src/features/health/WorkspaceHealth'
import { brokenRules, renderInApp } from '../render'

const well: Health = {
  lies: 'folder',
  check: { running: false, last: null, failed: null },
  disk: { level: 'enough', free: 300e9, total: 500e9, files: null },
  place: null
}
const damaged: Health['check'] = {
  running: false,
  failed: null,
  last: {
    at: Date.now() - 3_600_000,
    files: 12,
    contents: 40,
    damaged: 1,
    findings: [
      {
        where: '.galley/blobs/ab/abc',
        message: 'The content of the version of /o/s/page.html is damaged.',
        repair: 'Sets the damaged copy aside.'
      }
    ]
  }
}
const synced = { kind: 'mirror', name: 'Dropbox', silenced: false } as const

/** A stream that tells nothing. */
class Silent extends EventTarget {
  close() {}
}

let health = well
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('EventSource', Silent)
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    const body = typeof init?.body === 'string' ? ` ${init.body}` : ''
    asked.push(`${init?.method ?? 'GET'} ${new URL(url, 'http://x').pathname}${body}`)
    if (url.endsWith('/place')) health = { ...health, place: { ...synced, silenced: true } }
    if (url.endsWith('/check')) health = { ...health, check: { ...health.check, running: true } }
    return Promise.resolve(Response.json(health))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.body.innerHTML = ''
})

async function show(next: Health, element: React.ReactElement) {
  health = next
  await reloadHealth()
  return renderInApp(element)
}

it('W11 what is damaged is named with its place, what it means and what to do; “Check now” begins a check', async () => {
  await show({ ...well, check: damaged }, <WorkspaceHealth />)
  expect(screen.getByText('1 thing is damaged in this workspace. Everything else is intact.')).toBeTruthy()
  const list = screen.getByRole('region', { name: 'What is damaged' })
  expect(list.textContent).toContain('/o/s/page.html')
  expect(list.textContent).toContain('.galley/blobs/ab/abc')
  expect(screen.getByText(/galley doctor --data/)).toBeTruthy()
  expect(await brokenRules()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }))
  await waitFor(() => expect(asked).toContain('POST /app/health/check'))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check now' }).dataset['loading']).toBe('true')
  )
})

it('TM17 of a workspace in a database it says how that is read back, bounded and mended', async () => {
  await show(
    { ...well, lies: 'database', disk: null, check: damaged },
    <>
      <WorkspaceHealth />
      <HealthBanner />
    </>
  )
  expect(screen.getByText(/Once a month/)).toBeTruthy()
  expect(screen.getByText(/galley team doctor/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Room in the workspace' })).toBeTruthy()
  expect(screen.getByText(/In the database of a team/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/[Dd]isk/)
  expect(await brokenRules()).toEqual([])
})

it('VE1 how often a page was written otherwise than it was shown is counted, over restarts too', async () => {
  await show(well, <WorkspaceHealth />)
  expect(screen.getByText('On this computer it was always the same.')).toBeTruthy()
  act(() => countDifference('mended'))
  expect(screen.getByText(/not the same once: 1 mended by itself, 0 held back/)).toBeTruthy()
  act(() => {
    countDifference('mended')
    countDifference('broken')
  })
  expect(screen.getByText(/not the same 3 times: 2 mended by itself, 1 held back/)).toBeTruthy()
  vi.resetModules()
  const again = await import('../../../../src/renderer/src/engines/page/check/differences')
  again.countDifference('broken')
  expect(JSON.parse(localStorage.getItem('galley.page-differences') ?? '')).toEqual({ mended: 2, broken: 2 })
})

it('W11 the status bar says what is damaged, and nothing while all is well', async () => {
  await show(well, <HealthMark className={undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
  document.body.innerHTML = ''
  await show({ ...well, check: damaged }, <HealthMark className={undefined} />)
  expect(screen.getByRole('button', { name: '1 thing is damaged' })).toBeTruthy()
})

it('W12 the banner says how much is left, can be closed, and comes back when it gets worse', async () => {
  await show({ ...well, disk: { level: 'low', free: 700e6, total: 500e9, files: null } }, <HealthBanner />)
  expect(screen.getByRole('status', { name: 'Room on the disk' }).textContent).toContain(
    '700 MB are left on the disk of this workspace. Everything still works.'
  )
  expect(await brokenRules()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Close this notice' }))
  expect(screen.queryByRole('status', { name: 'Room on the disk' })).toBeNull()
  health = { ...well, disk: { level: 'very-low', free: 90e6, total: 500e9, files: null } }
  await reloadHealth()
  expect((await screen.findByRole('status', { name: 'Room on the disk' })).textContent).toContain('90 MB')
  health = well
  await reloadHealth()
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Room on the disk' })).toBeNull())
})

it('W13 the banner about the place is silenced for this workspace', async () => {
  await show({ ...well, place: synced }, <HealthBanner />)
  expect(screen.getByRole('status', { name: 'Place of the workspace' }).textContent).toMatch(
    /^Dropbox mirrors/
  )
  fireEvent.click(screen.getByRole('button', { name: 'Do not say this again' }))
  await waitFor(() => expect(asked).toContain('PUT /app/health/place {"silenced":true}'))
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Place of the workspace' })).toBeNull())
})

it('W13 the form of a new workspace says what can go wrong in the folder that is typed', async () => {
  const call = vi.fn((_name: string, folder: string) =>
    Promise.resolve(folder.includes('Dropbox') ? synced : null)
  )
  vi.stubGlobal('galley', { call, platform: 'linux', on: () => () => {} })
  renderInApp(<PlaceNote folder="/home/ada/Dropbox/Galley" />)
  expect((await screen.findByText(/^Dropbox mirrors this folder/)).textContent).toMatch(/sync with a server/)
})

it('W13 opening such a folder is asked about once, and a no opens nothing', async () => {
  const call = vi.fn((_name: string, folder: string) =>
    Promise.resolve(folder.includes('Dropbox') ? synced : null)
  )
  vi.stubGlobal('galley', { call, platform: 'linux', on: () => () => {} })
  renderInApp(<ModalsProvider>{null}</ModalsProvider>)
  expect(await askAboutPlace('/home/ada/work')).toBe(true)
  const first = askAboutPlace('/home/ada/Dropbox')
  fireEvent.click(await screen.findByRole('button', { name: 'Choose another folder' }))
  expect(await first).toBe(false)
  const second = askAboutPlace('/home/ada/Dropbox')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Open it here' })).at(-1) ?? document.body)
  expect(await second).toBe(true)
  expect(await askAboutPlace('/home/ada/Dropbox')).toBe(true)
})
