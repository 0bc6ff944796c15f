import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { createPublishingClient } from '../../../../src/common/api/client/publishing'
import { api } from '../../../../src/renderer/src/api'
import { showJob } from '../../../../src/renderer/src/features/publishing/jobs/chosen-job'
import {
  resultsCsv,
  resultsText,
  shownItems,
  stateWords,
  toneOf
} from '../../../../src/renderer/src/features/publishing/jobs/job-words'
import { JobsView } from '../../../../src/renderer/src/features/publishing/jobs/JobsView'
import { JobList } from '../../../../src/renderer/src/shell/status-bar/JobList'
import { activeTab, workbench } from '../../../../src/renderer/src/workbench/workbench'
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

const items = [
  { path: '/b', resourcePath: '/b.html', status: 200 },
  { path: '/a', resourcePath: '/a.html', status: 304 },
  { path: '/=c', resourcePath: '/=c.json', status: 400, error: 'This is not valid JSON, “really”.' }
]

describe('what became of many items', () => {
  it('U1 is ordered by what needs a look, filtered by result, and searched in addresses and reasons', () => {
    const paths = (...args: Parameters<typeof shownItems>) => shownItems(...args).map(({ path }) => path)
    expect(paths(items, 'all', '')).toEqual(['/=c', '/b', '/a'])
    expect(paths(items, 'same', '')).toEqual(['/a'])
    expect(paths(items, 'all', ' VALID json')).toEqual(['/=c'])
    expect(paths(items, 'done', 'c')).toEqual([])
  })

  it('U1 is given to spreadsheets without formulas, and to the clipboard in columns', () => {
    expect(resultsCsv('publish', items)).toBe(
      '\ufeffAddress,File,Result,Status,Why\r\n/b,/b.html,Live,200,\r\n/a,/a.html,Not changed,304,\r\n' +
        '/=c,/=c.json,Failed,400,"This is not valid JSON, “really”."\r\n'
    )
    expect(resultsCsv('preview', [{ path: '=1+1', resourcePath: '/x', status: 200 }])).toContain("'=1+1")
    expect(resultsText('publish-remove', items.slice(0, 2))).toBe('/b\tTaken from live\n/a\tNot changed')
  })

  it('U1 tells how a job stands, whatever end it came to', () => {
    const progress = { total: 1200, processed: 800, failed: 2 }
    expect(stateWords({ state: 'running', progress })).toBe('800 of 1,200')
    expect(stateWords({ state: 'stopped', cancelled: true, progress })).toBe('Stopped after 800 of 1,200')
    expect(stateWords({ state: 'stopped', error: 'x', progress })).toBe('Cut off after 800 of 1,200')
    expect(stateWords({ state: 'stopped', progress: { ...progress, processed: 1200 } })).toBe(
      '1,200 items, 2 failed'
    )
    expect(toneOf({ state: 'stopped', error: 'x', progress })).toBe('bad')
  })

  it('U1 is kept for each job: all items, what failed tried again, each item opened', async () => {
    await api.write(at('docs/a.html'), body('a'))
    await api.write(at('docs/b.html'), body('b'))
    await publishing.publish('live', at('docs/b.html'))
    await api.write(at('docs/broken.json'), '{')
    const name = await publishing.startMany(site, 'live', ['/docs/*'])
    await waitFor(async () => expect((await publishing.job(site, 'publish', name)).state).toBe('stopped'))
    renderInApp(
      <ModalsProvider>
        <Notifications />
        <JobList />
        <JobsView path={site} />
      </ModalsProvider>
    )
    const jobs = within(await screen.findByRole('navigation', { name: 'Jobs' }))
    expect(jobs.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Publish.*3 items, 1 failed$/)
    ])
    const frame = within(await screen.findByRole('region', { name: 'Items' }))
    const texts = () => frame.getAllByRole('listitem').map((one) => one.textContent)
    expect(texts()).toEqual([
      expect.stringMatching(/^\/docs\/broken\.json.*not valid JSON.*Failed$/),
      '/docs/aLive',
      '/docs/bNot changed'
    ])
    expect(await brokenRules()).toEqual([])
    await userEvent.click(screen.getByRole('radio', { name: 'Not changed 1' }))
    await waitFor(() => expect(texts()).toEqual(['/docs/bNot changed']))
    await userEvent.click(frame.getByRole('button', { name: '/docs/b' }))
    expect(activeTab(workbench())?.path).toBe(at('docs/b.html'))

    await api.write(at('docs/broken.json'), '{"mended": true}')
    await userEvent.click(screen.getByRole('button', { name: 'Try the failed item again' }))
    await waitFor(() => expect(jobs.getAllByRole('listitem')).toHaveLength(2))
    await waitFor(() => expect(jobs.getAllByRole('listitem')[0]?.textContent).toMatch(/1 item$/))
    expect((await publishing.status(at('docs/broken.json'))).live.status).toBe(200)
    expect(activeTab(workbench())?.id).toBe(`jobs:${site}`)
  })

  it('U1 a job that was stopped says how far it came, and goes on with the rest', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `many/p${index}.html`)
    await Promise.all(names.map((name) => api.write(at(name), body(name))))
    renderInApp(<JobsView path={site} />)
    await screen.findByText('No job yet')
    const name = await publishing.startMany(site, 'live', ['/many/*'])
    await publishing.cancelJob(site, 'publish', name)
    showJob(site, { topic: 'publish', name })
    await screen.findByText(/^Stopped after \d+ of \d+$/, { selector: 'nav span' })
    await userEvent.click(await screen.findByRole('button', { name: 'Go on with the rest' }))
    await screen.findByText('100 items', { selector: 'nav span' })
    expect((await publishing.list(site)).resources).toHaveLength(100)
    expect(await screen.findByRole('radio', { name: 'All 100' })).toBeTruthy()
  })
})
