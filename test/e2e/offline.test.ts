import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { launchIsolated } from './support/isolated-app'
import { prepareSite } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const PATH = '/harbour/web/home.html'

describe.skipIf(without.electron || without.namespaces)('without any network', () => {
  it('N2 starts, loads the editors and their workers, edits and saves in an empty network namespace', async () => {
    const online = await desk.launchBlank()
    await prepareSite(online.page, { [PATH]: '<p>one</p>\n', '/harbour/web/broken.json': '{"a": }' })
    await desk.quit(online)

    const app = await launchIsolated(await desk.make('isolated'), online.workspace)
    try {
      const see = (expression: string) =>
        waitFor(expression, async () => Boolean(await app.evaluate(expression)))
      await see(`document.querySelector('[role="treeitem"][aria-label="broken.json"]') !== null`)
      await app.doubleClick('[role="treeitem"][aria-label="broken.json"]')
      await see(`document.querySelector('.monaco-editor .view-lines')?.textContent.includes('"a"') === true`)
      // The marker of the mistake comes from the language worker.
      await see(`document.querySelector('.monaco-editor .squiggly-error') !== null`)
      expect(
        await app.evaluate(
          `fetch('/source${PATH}', { method: 'PUT', body: '<p>offline</p>' }).then((answer) => answer.status)`
        )
      ).toBe(200)
      expect(
        await app.evaluate(
          `document.fonts.ready.then(() => [...document.fonts].some((font) => font.status === 'loaded'))`
        )
      ).toBe(true)
      const from = await app.evaluate(
        `performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !/^(galley:\\/\\/app\\/|data:|blob:galley)/.test(name))`
      )
      expect(from).toEqual([])
    } finally {
      await app.quit()
    }
  })
})
