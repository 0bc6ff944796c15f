import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { pdfFile } from '../support/pdf-files'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { prepareSite, treeItem } from './support/screen'
import { within, waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'
const words = 'BT /F 40 Tf 20 90 Td (Harbour) Tj ET'
const fax = 'q 100 0 0 100 50 50 cm /fax Do Q'
/** Lines without end, all of them on the page. */
const endless = '0 0 m 200 200 l S 200 0 m 0 200 l S\n'.repeat(400_000)

/** How many of a page's dots are dark. */
const dark = (page: Page, number: number): Promise<number> =>
  page.getByRole('img', { name: `Page ${number}`, exact: true }).evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return 0
    const copy = new OffscreenCanvas(canvas.width, canvas.height)
    const context = copy.getContext('2d')
    context?.drawImage(canvas, 0, 0)
    const data = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 255) < 128 && (data[at + 3] ?? 0) > 128) count += 1
    return count / (canvas.width * canvas.height)
  })

describe.skipIf(without.electron)('PDFs in the window', () => {
  it('E12 draws words and pictures that need a decoder; one whose drawing never ends does not hold the window up', async () => {
    const app = await desk.launchBlank()
    const { page, workspace } = app
    await prepareSite(page, { [`${site}/home.html`]: '<p>home</p>\n' })
    const folder = join(workspace, 'content', site)
    await writeFile(join(folder, 'plain.pdf'), pdfFile([words, fax]))
    await writeFile(join(folder, 'endless.pdf'), pdfFile([endless, words]))
    await writeFile(join(folder, 'broken.pdf'), pdfFile([words]).subarray(0, 300))

    await treeItem(page, 'plain.pdf').dblclick()
    await waitFor('words', async () => (await dark(page, 1)) > 0.01)
    await page.getByRole('img', { name: 'Page 2', exact: true }).scrollIntoViewIfNeeded()
    await waitFor('a picture', async () => (await dark(page, 2)) > 0.2)
    await expectAccessible(page, 'a PDF')

    await treeItem(page, 'endless.pdf').dblclick()
    await page.getByRole('region', { name: 'Pages of endless.pdf' }).waitFor()
    await within('the window to answer', treeItem(page, 'broken.pdf').dblclick())
    await page.getByText('broken.pdf cannot be shown').waitFor()
    await expectAccessible(page, 'a PDF that cannot be shown')
    expect(app.complaints).toEqual([])
  })
})
