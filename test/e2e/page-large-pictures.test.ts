import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunningApp } from './support/app'
import { bringPictures } from './support/bring-pictures'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { look } from './support/looks'
import { chooseFromPalette } from './support/palette'
import { openPage, page as surface, prepareSite } from './support/screen'
import { awaitedLater, waitFor } from './support/wait'

const desk = openDesk()
const PAGE = '/harbour/web/home.html'
const html = '<body><main><div><h1>Harbour</h1><p>The ferry leaves.</p><p>The end.</p></div></main></body>\n'
const MB = 1024 * 1024
const photo = { name: 'photo.jpg', colour: null, width: 6000, height: 4000 } as const

/** Pixels of a picture that a window may draw in its own thread: nobody notices. */
const FEW = 1_000_000

const isStored = (page: Page, text: string) =>
  waitFor(`the file to be ${text}`, async () => (await stored(page, PAGE)) === text)
const waiting = (page: Page) => page.locator('.pe-waiting')
const choice = (page: Page, name: 'Keep as it is' | 'Make smaller') => page.getByRole('button', { name })

/** Whether the picture that is described so is drawn in the page, and how wide it is in itself. */
const drawnWidth = (page: Page, at: number) =>
  surface(page)
    .locator('.pe-image')
    .nth(at)
    .locator('img')
    .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))

/** From now on notes what the window's own thread draws, which holds up whoever writes. @returns the pixels of the largest picture so far */
async function drawnHere({ page }: RunningApp): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let most = 0
    for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
      const draw = prototype.drawImage as (...all: unknown[]) => void
      prototype.drawImage = function (this: unknown, ...all: unknown[]) {
        const { width, height } = all[0] as { width: number; height: number }
        most = Math.max(most, width * height)
        document.documentElement.dataset['drawnHere'] = String(most)
        draw.apply(this, all)
      }
    }
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset['drawnHere'] ?? 0))
}

describe.skipIf(without.electron)('large pictures in a page', () => {
  it('VE11 a photo of many megabytes comes whole by drop, paste and file dialog, shown on its way and drawn when it is there, and nothing waits for it', async () => {
    const running = await desk.launchBlank({ pages: 'page' })
    const { page, workspace } = running
    await prepareSite(page, { [PAGE]: html })
    await openPage(page, 'home.html')
    await bringPictures(page, 'drop', 'The ferry', photo)
    await choice(page, 'Keep as it is').waitFor()
    const drawn = await drawnHere(running)
    await choice(page, 'Keep as it is').click()
    await waiting(page).locator('progress').waitFor()
    // one writes on meanwhile
    await surface(page).getByRole('heading').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' town')
    const kept = html
      .replace('<p>The ferry', '<p><img src="./.home/photo.jpg">The ferry')
      .replace('Harbour', 'Harbour town')
    await isStored(page, kept)
    const file = join(workspace, 'content/harbour/web/.home/photo.jpg')
    expect((await stat(file)).size).toBeGreaterThan(4 * MB)
    await waitFor('it is drawn', async () => (await surface(page).locator('.pe-image img').count()) === 1)
    expect(await drawnWidth(page, 0)).toBe(1600)
    expect(await drawn()).toBeLessThan(FEW)
    await look(running, [1280, 800], 'page-large-picture')
    await look(running, [800, 600], 'page-large-picture')

    await bringPictures(page, 'paste', 'The end.', { ...photo, name: 'pasted.jpg' })
    await choice(page, 'Make smaller').click()
    await waitFor('the pasted one', async () => (await stored(page, PAGE))?.includes('.home/pasted.jpg'))
    expect(await drawn()).toBeLessThan(FEW)

    const choosing = awaitedLater(page.waitForEvent('filechooser'))
    await chooseFromPalette(page, 'Insert pictures from this computer…')
    await (await choosing).setFiles(file)
    await choice(page, 'Keep as it is').click()
    // the same bytes: the same file
    await waitFor(
      'the chosen one',
      async () => (await stored(page, PAGE))?.match(/"\.\/\.home\/photo\.jpg"/g)?.length === 2
    )
    expect((await readdir(join(workspace, 'content/harbour/web/.home'))).sort()).toEqual([
      'pasted.jpg',
      'photo.jpg'
    ])
    expect(await drawn()).toBeLessThan(FEW)
  })

  it.skipIf(without.disks)(
    'VE11 W3 one that the disk has no room for leaves nothing, says so, and comes once there is room',
    async () => {
      const running = await desk.launchOnDisk('roomy', { pages: 'page' })
      const { page, workspace, disk } = running
      await prepareSite(page, { [PAGE]: html })
      await openPage(page, 'home.html')
      await disk.fill(3 * MB)
      await bringPictures(page, 'drop', 'The ferry', photo)
      await choice(page, 'Keep as it is').click()
      const again = waiting(page).getByRole('button', { name: 'Try again' })
      await again.waitFor()
      await waiting(page)
        .getByText(/disk is full/)
        .waitFor()
      await look(running, [800, 600], 'page-large-picture-refused')
      expect(await stored(page, PAGE)).toBe(html)
      const pictures = () => readdir(join(workspace, 'content/harbour/web/.home')).catch(() => [])
      expect(await pictures()).toEqual([])
      await disk.free()
      await again.click()
      await isStored(page, html.replace('<p>The ferry', '<p><img src="./.home/photo.jpg">The ferry'))
      expect(await pictures()).toEqual(['photo.jpg'])
      await waiting(page).waitFor({ state: 'detached' })
    }
  )
})
