import { ModalsProvider } from '@mantine/modals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath, type ContentPath } from '../../../../src/common/content/paths'
import { api, send, setWorkspace } from '../../../../src/renderer/src/api'
import { imports } from '../../../../src/renderer/src/api/importing'
import { ImportView } from '../../../../src/renderer/src/features/importing/ImportView'
import { openImport } from '../../../../src/renderer/src/features/importing/preset'
import { updateWorkbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

let served: ServedWindow
let count = 0
let site: ContentPath

beforeAll(() => {
  // jsdom has no fonts, for which fields that grow with their text wait
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
})
beforeEach(async () => {
  served = await serveWindow()
  site = contentPath(`/northwind/harbour-${++count}`)
  setWorkspace(await api.setOwner({ name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }))
})
afterEach(async () => {
  cleanup()
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

const page = (words: string) =>
  `<body><header></header><main><div><p>${words}</p></div></main><footer></footer></body>`
const at = (name: string) => contentPath(`${site}/${name}`)

async function publish(name: string, words: string): Promise<void> {
  await api.write(at(name), page(words))
  const address = `/publish/live${site}/main/${name.replace('.html', '')}`
  expect((await send(address, { method: 'POST' })).status).toBe(200)
}

const show = () =>
  renderInApp(
    <ModalsProvider>
      <ImportView path={site} />
    </ModalsProvider>
  )
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const fill = async (label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}
/** The items of a list with what is said of each at the right. */
const listed = (label: string) =>
  Object.fromEntries(
    within(screen.getByRole('region', { name: label }))
      .getAllByRole('listitem')
      .map((row) => [row.querySelector('[title]')?.textContent, row.lastElementChild?.textContent])
  )

describe('the import of what is published here', () => {
  it('IM4 IM6 IM8 lists, checks, asks what happens to what differs, and reports what became of each', async () => {
    await publish('same.html', 'as it is')
    await publish('changed.html', 'as readers have it')
    await publish('gone.html', 'deleted since')
    await api.write(at('changed.html'), page('written since'))
    await api.remove(at('gone.html'))
    show()
    await click('List what there is')
    await screen.findByText('3 of 3 items chosen')
    expect(listed('What there is')).toEqual({
      '/changed.html': 'Document',
      '/gone.html': 'Document',
      '/same.html': 'Document'
    })
    expect(await brokenRules()).toEqual([])

    await click('Check 3 items')
    await screen.findByText(/1 item will be written, 1 is the same already/)
    expect(listed('What the check saw')).toEqual({
      '/changed.html': 'Changed',
      '/gone.html': 'New',
      '/same.html': 'Same'
    })
    // nothing is written before somebody has decided about the file that differs
    const run = () => screen.getByRole('button', { name: /^Import \d/ })
    expect(run()).toHaveProperty('disabled', true)
    expect((await api.read(at('changed.html'))).text).toBe(page('written since'))
    await userEvent.click(screen.getByRole('radio', { name: 'replace it; the old state is kept' }))
    expect(await brokenRules()).toEqual([])
    await userEvent.click(run())

    await screen.findByText(/Everything that was imported equals its source/)
    expect(listed('Report')).toEqual({
      '/changed.html': 'Replaced',
      '/gone.html': 'Created',
      '/same.html': 'Same already'
    })
    expect((await api.read(at('changed.html'))).text).toBe(page('as readers have it'))
    expect((await api.read(at('gone.html'))).text).toBe(page('deleted since'))
    const [kept] = await api.versions(at('changed.html'))
    expect((await api.readVersion(kept?.url ?? '')).text).toBe(page('written since'))
    expect(await brokenRules()).toEqual([])
  })

  it('IM6 what is left as it is stays, and what is left out does not come', async () => {
    await publish('changed.html', 'as readers have it')
    await publish('out.html', 'left out')
    await publish('new.html', 'comes back')
    await api.write(at('changed.html'), page('written since'))
    await api.remove(at('out.html'))
    await api.remove(at('new.html'))
    show()
    await click('List what there is')
    await userEvent.click(await screen.findByRole('checkbox', { name: '/out.html' }))
    await screen.findByText('2 of 3 items chosen')
    await click('Check 2 items')
    await userEvent.click(await screen.findByRole('radio', { name: 'leave it as it is' }))
    await click('Import 1 item')
    await screen.findByRole('region', { name: 'Report' })
    expect(listed('Report')).toEqual({
      '/changed.html': expect.any(String),
      '/new.html': 'Created',
      '/out.html': 'Left out'
    })
    expect((await api.read(at('changed.html'))).text).toBe(page('written since'))
    expect((await api.list(site)).map(({ name }) => name).sort()).toEqual(['changed', 'new'])
  })

  it('IM8 tells in the report what was left as it is, and does not count it among what equals the source', async () => {
    await publish('changed.html', 'as readers have it')
    await publish('same.html', 'as it is')
    await api.write(at('changed.html'), page('written since'))
    show()
    await click('List what there is')
    await click('Check 2 items')
    await userEvent.click(await screen.findByRole('radio', { name: 'leave it as it is' }))
    await click('Compare with the source')
    await screen.findByText('1 of 1')
    await click(/^Left as it was/)
    expect(listed('Report')).toEqual({ '/changed.html': 'Left as it was' })
    await click('Check again')
    await screen.findByText(/0 items will be written, 1 is the same already/)
  })

  it('IM1 a filter and a search show fewer, and choose what they show', async () => {
    await publish('docs/a.html', 'a')
    await publish('docs/b.html', 'b')
    await publish('news.html', 'n')
    show()
    await click('List what there is')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search in the list' }), 'DOCS')
    expect(Object.keys(listed('What there is'))).toEqual(['/docs/a.html', '/docs/b.html'])
    await click('Leave out these 2')
    await screen.findByText('1 of 3 items chosen')
    await click('Choose these 2')
    await screen.findByText('3 of 3 items chosen')
  })

  it('IM1 nothing published is said, with what to look at', async () => {
    await api.write(at('page.html'), page('never published'))
    show()
    await click('List what there is')
    await screen.findByText('There is nothing to import')
    await click('Begin anew')
    await screen.findByRole('button', { name: 'List what there is' })
  })

  it('U4 opened for one path it is filled in, and what is typed is there again when the tab is', async () => {
    await publish('docs/a.html', 'a')
    openImport(site, { environment: 'preview', folder: '/docs' })
    const { unmount } = show()
    expect(await screen.findByLabelText('Only these paths')).toHaveProperty('value', '/docs/*')
    expect(screen.getByRole('radio', { name: 'Preview' })).toHaveProperty('checked', true)
    await fill('Put it into', '/archive')
    unmount()
    show()
    expect(await screen.findByLabelText('Put it into')).toHaveProperty('value', '/archive')
  })

  it('IM7 an import that is in the middle is shown when the view opens, and an earlier one can be looked at and forgotten', async () => {
    await publish('a.html', 'a')
    const { name } = await imports.start(site, { source: { kind: 'published', environment: 'live' } })
    await vi.waitFor(async () => expect((await imports.read(site, name)).state).toBe('listed'))
    show()
    await click('All imports')
    const earlier = await screen.findByRole('button', { name: /Not checked yet · 1 item/ })
    await userEvent.click(earlier)
    await screen.findByText('1 of 1 item chosen')
    await click('All imports')
    await click(/^Forget the import/)
    await waitFor(() => expect(screen.queryByText('Earlier imports')).toBeNull())
    expect(await imports.list(site)).toEqual([])
  })
})

describe('the import of a list of addresses', () => {
  const paste = async (text: string) => {
    await userEvent.click(await screen.findByRole('radio', { name: 'A list of addresses' }))
    await fill(/^Addresses/, text)
    await click('List what there is')
  }

  it('IM1 says which lines are no addresses, and how many were there twice', async () => {
    show()
    await paste('http://127.0.0.1:9/a\nhttp://127.0.0.1:9/a\nnonsense\nhttp://127.0.0.1:9/b')
    await click('Import from there')
    await screen.findByText('2 of 2 items chosen')
    expect(screen.getByText('One entry is left out')).toBeTruthy()
    expect(screen.getByText('nonsense')).toBeTruthy()
    expect(screen.getByText('One address was named more than once.')).toBeTruthy()
  })

  it('IM4 says of what cannot be had that it is not importable, and why, and imports none of it', async () => {
    show()
    await paste('http://127.0.0.1:9/a')
    await click('Import from there')
    await click('Check 1 item')
    await screen.findByText(/0 items will be written/)
    expect(listed('What the check saw')).toEqual({ '/a': 'Not importable' })
    expect(screen.getByRole('checkbox', { name: '/a' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Compare with the source' })).toHaveProperty('disabled', true)
  })

  it('IM9 asks before it goes into the own network; a no says why nothing was begun, and keeps what was typed', async () => {
    show()
    await paste('http://127.0.0.1:9/a')
    const question = await screen.findByRole('dialog', { name: /^Import from 127\.0\.0\.1/ })
    await userEvent.click(within(question).getByRole('button', { name: 'Do not ask it' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/127\.0\.0\.1/)
    expect(screen.getByLabelText(/^Addresses/)).toHaveProperty('value', 'http://127.0.0.1:9/a')
    expect(await imports.list(site)).toEqual([])
    await click('List what there is')
    await click('Import from there')
    await screen.findByText('1 of 1 item chosen')
  })

  it('X3 a list without any address is refused in words, and nothing is begun', async () => {
    show()
    await paste('nonsense')
    expect((await screen.findByRole('alert')).textContent.length).toBeGreaterThan(10)
    expect(await imports.list(site)).toEqual([])
  })
})
