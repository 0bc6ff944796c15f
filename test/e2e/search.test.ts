import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { searchAnswer } from '../../src/common/search/answer'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk, type FreshApp } from './support/desk'
import { prepareSite, tree } from './support/screen'

/** The index begins by itself within this time. */
const BEGUN_MS = 6000

describe.skipIf(without.electron)('search in the app', () => {
  const desk = openDesk()
  const ask = ({ page }: FreshApp, q: string) => request(page, 'GET', `/search/acme?q=${q}`)

  it('FI2 FI5 a word of a page is found in a real window, which stays clean while the index is made', async () => {
    const app = await desk.launchFresh()
    await prepareSite(app.page, {
      '/acme/site/a.html': '<body><main><div><p>The quokka waits.</p></div></main></body>'
    })
    await sleep(BEGUN_MS)
    await expect
      .poll(async () => {
        const { text } = await ask(app, 'quokka')
        return searchAnswer.parse(JSON.parse(text)).hits.map(({ path, places }) => [path, places[0]?.text])
      })
      .toEqual([['/acme/site/a.html', 'The quokka waits.']])
    expect(app.complaints).toEqual([])
    expect(await tree(app.page).isVisible()).toBe(true)
  })
})
