import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { inParallel, pageOf, writer } from '../bench/documents'
import { fill } from '../bench/workspace'
import { without } from './support/capabilities'
import { stored } from './support/content'
import { openDesk } from './support/desk'
import { chooseFromPalette } from './support/palette'
import { expectSaved, openFile, prepareSite, tree, treeItem, typeAtEnd } from './support/screen'
import { awaitedLater, waitFor } from './support/wait'

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
    const setSize = () => treeItem(page, 'page-00000.html').getAttribute('aria-setsize')
    await expect.poll(setSize).toBe('10000')
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
    const chooser = awaitedLater(page.waitForEvent('filechooser'))
    await chooseFromPalette(page, 'Upload files…')
    // Lists are asked for one after another until the upload has ended; they have to be answered meanwhile.
    const answers = page.evaluate(async () => {
      const isUploading = () => document.querySelector('[role="progressbar"]') !== null
      let [asked, lists] = [0, 0]
      for (;;) {
        const begun = isUploading()
        if (begun) asked += 1
        const names = await fetch('/list/harbour/web').then((answer) => answer.text())
        if (names.includes('film.mp4')) return { asked, lists }
        if (begun) lists += 1
      }
    })
    const answered = awaitedLater(answers)
    await (await chooser).setFiles(film)
    await typeAtEnd(page, '<!-- typed meanwhile -->')
    await treeItem(page, 'film.mp4').waitFor()
    const { asked, lists } = await answered
    // the last one may have been asked for in the moment in which the file was there
    expect(lists, 'lists answered while the file came in').toBeGreaterThanOrEqual(Math.min(1, asked - 1))
    await expectSaved(page)
    expect(await stored(page, `${site}/home.html`)).toContain('typed meanwhile')
    const arrived = join(workspace, 'content', site, 'film.mp4')
    expect((await stat(arrived)).size).toBe(50 * 1024 * 1024)
    expect(await digest(arrived)).toBe(await digest(film))
  })

  it('S1 a file of 120 MB comes in byte for byte with progress; one that is stopped leaves nothing', async () => {
    const size = 120 * 1024 * 1024
    const { page, workspace } = await desk.launchFresh()
    await prepareSite(page, { [`${site}/home.html`]: '<p>home</p>\n' })
    const films = await desk.make('films')
    const [film, other] = [join(films, 'film.mp4'), join(films, 'other.mp4')]
    await writeBlocks(film, size)
    await writeFile(other, '')
    // so large that it is still on its way when it is stopped, on any machine
    await truncate(other, 1024 * 1024 * 1024)
    const folder = join(workspace, 'content', site)
    await treeItem(page, 'home.html').click()

    const steps = progressSteps(page)
    await upload(page, film)
    await treeItem(page, 'film.mp4').waitFor()
    expect((await steps).size, 'steps of the progress').toBeGreaterThan(1)
    expect(await digest(join(folder, 'film.mp4'))).toBe(await digest(film))

    const before = await filesIn(workspace)
    await upload(page, other)
    await waitFor('the file on its way', async () =>
      Number(await page.getByRole('progressbar').first().getAttribute('aria-valuenow'))
    )
    await page
      .locator('footer')
      .getByRole('button', { name: /stop|cancel/i })
      .first()
      .click()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await waitFor('nothing of it', async () =>
      (await filesIn(workspace)).every((name) => before.includes(name))
    )
    expect(await stored(page, `${site}/other.mp4`)).toBeNull()
  })
})

/** Chooses a file in the system's dialog, for the folder that is chosen in the tree. */
async function upload(page: Page, file: string): Promise<void> {
  const chooser = awaitedLater(page.waitForEvent('filechooser'))
  await chooseFromPalette(page, 'Upload files…')
  await (await chooser).setFiles(file)
}

/** Every value that the progress of the next upload shows, until it is over. */
function progressSteps(page: Page): Promise<Set<string>> {
  const seen = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const values = new Set<string>()
        const look = () => {
          const bar = document.querySelector('[role="progressbar"]')
          if (bar) values.add(bar.getAttribute('aria-valuenow') ?? '')
          else if (values.size > 0) return resolve([...values])
          requestAnimationFrame(look)
        }
        look()
      })
  )
  return awaitedLater(seen.then((values) => new Set(values)))
}

/** Every file of the workspace by its path, the service's own ones too. */
async function filesIn(workspace: string): Promise<string[]> {
  const entries = await readdir(workspace, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
}

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
