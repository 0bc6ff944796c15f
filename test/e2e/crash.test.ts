import { describe, expect, it } from 'vitest'
import { onRealDisk } from '../support/workspace'
import { stopSaves } from './support/app'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { expectKept } from './support/drafts'
import { expectEditorToContain, expectSaved, openFile, prepareSite, typeAtEnd } from './support/screen'
import { waitFor } from './support/wait'

onRealDisk()
const desk = openDesk()
const PATH = '/harbour/web/home.html'

describe.skipIf(without.electron)('bad days', () => {
  it('W2 after kill -9 every word is there that was kept as a draft', async () => {
    const first = await desk.launchBlank()
    await prepareSite(first.page, { [PATH]: '<p>one</p>\n' })
    await openFile(first.page, 'home.html')
    // No save reaches the service any more: only the draft can hold what is typed now.
    await stopSaves(first)
    await typeAtEnd(first.page, '<!-- typed before the crash -->')
    await expectKept(first.page, 'typed before the crash')
    expect(await stored(first.page, PATH)).toBe('<p>one</p>\n')
    await desk.kill(first)

    const second = await desk.launch({ userData: first.userData, workspace: first.workspace })
    await openFile(second.page, 'home.html')
    await expectEditorToContain(second.page, 'typed before the crash')
    await waitFor('the words in the service', async () =>
      (await stored(second.page, PATH))?.includes('typed before the crash')
    )
    await expectSaved(second.page)
  })

  it('W7 a killed app does not keep the workspace', async () => {
    const first = await desk.launchBlank()
    await prepareSite(first.page, { [PATH]: '<p>one</p>\n' })
    await desk.kill(first)
    const second = await desk.launch({ userData: await desk.make('other'), workspace: first.workspace })
    expect(await stored(second.page, PATH)).toBe('<p>one</p>\n')
  })

  it('W2 closing the window saves first what is typed', async () => {
    const first = await desk.launchBlank()
    await prepareSite(first.page, { [PATH]: '<p>one</p>\n' })
    await openFile(first.page, 'home.html')
    await typeAtEnd(first.page, '<!-- the last words -->')
    await desk.quit(first)
    const second = await desk.launch({ userData: first.userData })
    expect(await stored(second.page, PATH)).toContain('the last words')
  })
  it('W2 a window with words that cannot be saved asks before it closes, and keeps them as a draft', async () => {
    const first = await desk.launchBlank()
    await prepareSite(first.page, { [PATH]: '<p>one</p>\n' })
    await openFile(first.page, 'home.html')
    await stopSaves(first)
    await typeAtEnd(first.page, '<!-- not saved -->')
    await first.page.locator('[data-save-status="failed"]').waitFor()
    const ended = desk.quit(first)
    // the window may be gone before the click is reported as done
    await first.page
      .getByRole('button', { name: 'Close anyway' })
      .click()
      .catch((problem: unknown) => {
        if (!first.page.isClosed()) throw problem
      })
    await ended
    const second = await desk.launch({ userData: first.userData, workspace: first.workspace })
    await openFile(second.page, 'home.html')
    await expectEditorToContain(second.page, 'not saved')
  })
})
