import { Notifications } from '@mantine/notifications'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { openMoment } from '../../../../src/renderer/src/features/moment'
import { MomentView } from '../../../../src/renderer/src/features/moment/MomentView'
import { JobList } from '../../../../src/renderer/src/shell/status-bar/JobList'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const page = (words: string) => `<body><main><p>${words}</p></main></body>`
const textOf = async (name: string) => (await api.read(at(name))).text
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
})
afterEach(async () => {
  cleanup()
  await served.close()
})

/** A site in which a page was changed, one was deleted and made anew, and one is new. */
async function since(): Promise<number> {
  await api.write(at('changed.html'), page('before'))
  await api.write(at('gone.html'), page('gone'))
  const then = Date.now() + 2
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(then))
  await api.write(at('changed.html'), page('after'))
  await api.remove(at('gone.html'))
  await api.write(at('gone.html'), page('another one'))
  await api.write(at('new.html'), page('new'))
  return then
}

function show(moment: number): void {
  openMoment(site, moment)
  renderInApp(
    <>
      <Notifications autoClose={false} />
      <JobList />
      <MomentView path={site} />
    </>
  )
}

const box = (name: string) => screen.findAllByRole('checkbox', { name: `Bring back ${name}` })
const button = (name: RegExp | string) => screen.findByRole('button', { name })

describe('going back to a moment', () => {
  it('M1 M2 M3 lists what changed, brings back what is ticked, tells what it could not, and undoes it', async () => {
    show(await since())
    await screen.findByText('4 files changed since then, by 1 person')
    expect(await brokenRules()).toEqual([])
    expect((await box('new.html')).map((one) => one.hasAttribute('disabled'))).toEqual([true])
    await userEvent.click(await button('Bring back 2 files'))
    await screen.findByText(/^Brought back 1 file to .* 1 file stayed as it is:$/)
    await screen.findByText(/Something else has taken this name/)
    expect([await textOf('changed.html'), await textOf('gone.html')]).toEqual([
      page('before'),
      page('another one')
    ])
    expect(await brokenRules()).toEqual([])
    await userEvent.click(await button('Undo'))
    // a refusal would be told here
    await screen.findByText(/^Undone, .*: 1 file is as it was before\.$/)
    expect(await textOf('changed.html')).toBe(page('after'))
  })

  it('M3 a look from before the return that is answered after it takes nothing away of what the return can be undone by', async () => {
    show(await since())
    await screen.findByText('4 files changed since then, by 1 person')
    const ask = fetch
    let answerLate: () => void = () => undefined
    const late = new Promise<void>((resolve) => (answerLate = resolve))
    const held = vi.fn()
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await ask(url, init)
      if (url.startsWith('/app/moment-runs?') && held.mock.calls.length === 0) {
        held()
        await late
      }
      return answer
    })
    await api.write(at('once-more.html'), page('new'))
    await vi.waitFor(() => expect(held).toHaveBeenCalled())
    await userEvent.click(await button('Bring back 2 files'))
    await screen.findByText(/^Brought back 1 file to/)
    answerLate()
    await vi.waitFor(async () => expect(await api.momentRuns(site)).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText(/^Undone, /)
  })

  it('M2 leaves what is not ticked, and puts into the trash what was made since when that is asked', async () => {
    show(await since())
    await screen.findByText('4 files changed since then, by 1 person')
    for (const one of await box('changed.html')) await userEvent.click(one)
    await userEvent.click(screen.getByRole('checkbox', { name: /made since into the trash$/ }))
    await userEvent.click(await button('Bring back 3 files'))
    await screen.findByText(/^Brought back 3 files to/)
    expect([await textOf('changed.html'), await textOf('gone.html')]).toEqual([page('after'), page('gone')])
    await expect(api.head(at('new.html'))).rejects.toMatchObject({ reason: 'not-found' })
  })

  it('M1 says so when nothing changed, and takes another moment', async () => {
    const then = await since()
    show(Date.now())
    await screen.findByText('Everything is as it was then')
    await userEvent.click(screen.getByRole('radio', { name: 'Yesterday' }))
    await screen.findByText('3 files changed since then, by 1 person')
    expect(then).toBeLessThan(Date.now())
  })
})
