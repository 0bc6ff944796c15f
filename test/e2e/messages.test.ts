import { describe, expect, it } from 'vitest'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { prepareSite, treeItem } from './support/screen'
import { takeScreenshot } from './support/screens'
import { waitFor } from './support/wait'

describe.skipIf(without.electron)('messages at the corner', () => {
  const desk = openDesk()

  it('E21 a message lies over nothing that one would click, and gives its room back', async () => {
    const { page } = await desk.launchFresh()
    await waitFor(
      'an open workspace',
      async () => (await request(page, 'GET', '/app/workspace')).status === 200
    )
    await prepareSite(page, {
      '/acme/site/a.html': '<body><main><p>a</p></main></body>',
      '/acme/site/b.html': '<body><main><p>b</p></main></body>'
    })
    await treeItem(page, 'b.html').click()
    await page.getByRole('region', { name: 'History' }).waitFor()
    await treeItem(page, 'a.html').click()
    await treeItem(page, 'a.html').press('Delete')
    const message = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Undo' }) })
    // it stays while the pointer is on it
    await message.hover()
    const covered = () =>
      page.evaluate(() => {
        const box = document.querySelector('.mantine-Notification-root')?.getBoundingClientRect()
        if (!box) throw new Error('no message')
        const points = [0.1, 0.5, 0.9].flatMap((x) =>
          [0.1, 0.5, 0.9].map((y) => [box.left + x * box.width, box.top + y * box.height] as const)
        )
        return points
          .flatMap(([x, y]) => document.elementsFromPoint(x, y))
          .filter((one) => one.closest('main, aside, nav, footer, [role=dialog]'))
          .map((one) => one.outerHTML.slice(0, 120))
      })
    await expect.poll(covered).toEqual([])
    await takeScreenshot(page, 'messages-light')
    await message.getByRole('button', { name: 'Undo' }).click()
    await treeItem(page, 'a.html').waitFor()
    await message.waitFor({ state: 'detached' })
    await waitFor('the room to be given back', () =>
      page.evaluate(() => document.documentElement.style.getPropertyValue('--messages') === '0px')
    )
  })
})
