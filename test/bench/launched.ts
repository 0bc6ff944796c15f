import type { Page } from 'playwright-core'
import { _electron } from 'playwright-core'
import { contentPath } from '../../src/common/content/paths'
import { inParallel, pageOf, writer } from './documents'
import { fill, withWorkspace } from './workspace'

/** What is started: a folder or an archive of an app, by a program of Electron, on a profile of its own. */
export interface Program {
  readonly program: string
  readonly folder: string
  readonly userData: string
  readonly workspace: string
}

/** Milliseconds from the start of the process to the first paint, and to the moment at which `ready` resolves. */
export async function launched(
  { program, folder, userData, workspace }: Program,
  ready: (page: Page) => Promise<unknown>
): Promise<{ painted: number; ready: number }> {
  const environment = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  )
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const began = Date.now()
  const app = await _electron.launch({
    executablePath: program,
    args: [...root, `--user-data-dir=${userData}`, folder],
    env: { ...Object.fromEntries(environment), GALLEY_WORKSPACE: workspace }
  })
  try {
    const page = await app.firstWindow()
    await ready(page)
    const now = await page.evaluate(() => performance.timeOrigin + performance.now())
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const painted = await page.evaluate(
      () =>
        performance.timeOrigin +
        (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
    )
    return { painted: painted - began, ready: now - began }
  } finally {
    await app.close()
  }
}

/** The page that was open last can be written in. */
export const editable = (page: Page) =>
  page.locator('.monaco-editor .view-line, [data-page-surface]').first().waitFor()

/** So that later starts have a tab to show again. */
export async function openFirstPage(page: Page): Promise<void> {
  const tree = page.getByRole('tree')
  for (const name of ['index']) {
    const item = tree.getByRole('treeitem', { name: new RegExp(`^${name}`) }).first()
    await item.waitFor()
    if ((await item.getAttribute('aria-expanded')) !== 'true') await item.click()
  }
  await editable(page)
}

/** A workspace with one page, and somebody who owns it. @param others more pages, a hundred to a folder */
export async function withOnePage(workspace: string, others = 0): Promise<void> {
  await fill(workspace, (store) =>
    inParallel(others, 32, (at) =>
      store.write(
        contentPath(`/bench/site/many/folder-${Math.floor(at / 100)}/page-${at}.html`),
        pageOf(400, at),
        {
          by: writer
        }
      )
    )
  )
  await withWorkspace(workspace, async ({ store }) => {
    await store.write(contentPath('/bench/site/index.html'), pageOf(4096, 1), { by: writer })
    await store.document<unknown>('settings', (value) => value, {}).update(() => ({ owner: writer }))
  })
}
