import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { inParallel, pageOf, writer } from '../bench/documents'
import { fill } from '../bench/workspace'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { expectSaved, openFile, prepareSite, tree, treeItem, typeAtEnd } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'

describe.skipIf(without.electron)('a great deal at once', () => {
  it('S2 a folder of 10,000 entries opens, is walked to its end, and a page deep in it opens', async () => {
    const [userData, workspace] = [await desk.make('user'), await desk.make('ws')]
    await fill(workspace, (store) =>
      inParallel(10_000, 32, (number) => {
        const name = `page-${String(number).padStart(5, '0')}.html`
        return store.write(contentPath(`${site}/many/${name}`), pageOf(512, number), { by: writer })
      })
    )
    const first = await desk.launch({ userData, workspace })
    await prepareSite(first.page, { [`${site}/home.html`]: '<p>home</p>\n' })
    await desk.quit(first)

    const { page } = await desk.launch({ userData, workspace })
    await treeItem(page, 'many').click()
    await treeItem(page, 'page-00000.html').waitFor()
    expect(await tree(page).getByRole('treeitem').count(), 'rows drawn').toBeLessThan(200)
    expect(await treeItem(page, 'page-00000.html').getAttribute('aria-setsize')).toBe('10000')
    await page.keyboard.press('End')
    await treeItem(page, 'home.html').waitFor()
    await page.keyboard.press('ArrowUp')
    await treeItem(page, 'page-09999.html').waitFor()
    await openFile(page, 'page-09999.html')
    await typeAtEnd(page, '<!-- the last of many -->')
    await expectSaved(page)
    await waitFor('the words in the service', async () =>
      (await stored(page, `${site}/many/page-09999.html`))?.includes('the last of many')
    )
  })

  it('S1 a file of 50 MB comes in byte for byte, while words are typed and saved and lists are answered', async () => {
    const { page, workspace } = await desk.launchFresh()
    await prepareSite(page, { [`${site}/home.html`]: '<p>home</p>\n' })
    await openFile(page, 'home.html')
    const film = join(await desk.make('film'), 'film.mp4')
    await writeBlocks(film, 50 * 1024 * 1024)

    await treeItem(page, 'home.html').click()
    const chooser = page.waitForEvent('filechooser')
    await chooseFromPalette(page, 'Upload files…')
    // Lists are asked for one after another until the upload has ended; they have to be answered meanwhile.
    const answered = page.evaluate(async () => {
      const isUploading = () => document.querySelector('[role="progressbar"]') !== null
      let lists = 0
      for (;;) {
        const begun = isUploading()
        const names = await fetch('/list/harbour/web').then((answer) => answer.text())
        if (names.includes('film.mp4')) return lists
        if (begun && isUploading()) lists += 1
      }
    })
    await (await chooser).setFiles(film)
    await typeAtEnd(page, '<!-- typed meanwhile -->')
    await treeItem(page, 'film.mp4').waitFor()
    expect(await answered, 'lists answered while the file came in').toBeGreaterThan(0)
    await expectSaved(page)
    expect(await stored(page, `${site}/home.html`)).toContain('typed meanwhile')
    const arrived = join(workspace, 'content', site, 'film.mp4')
    expect((await stat(arrived)).size).toBe(50 * 1024 * 1024)
    expect(await digest(arrived)).toBe(await digest(film))
  })
})

async function writeBlocks(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'w')
  try {
    const block = Buffer.alloc(1024 * 1024)
    for (let at = 0; at < bytes; at += block.length) {
      block.fill(`block ${at} `)
      await handle.write(block)
    }
  } finally {
    await handle.close()
  }
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
