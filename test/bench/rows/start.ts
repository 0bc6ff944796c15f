import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { _electron } from 'playwright-core'
import { contentPath } from '../../../src/common/content/paths'
import { pageOf, writer } from '../documents'
import { summaryOf } from '../measure'
import type { Row } from '../row'
import { NotHere } from '../row'
import { withWorkspace } from '../workspace'

const ROUNDS = 7

/** The built app, started for the second time and later, beside an Electron program that only shows a line of text. */
export const start: Row = {
  name: 'start',
  title: 'app start, warm',
  run: async (place) => {
    const program = process.env['GALLEY_BENCH_ELECTRON']
    if (!program) throw new NotHere('it needs Electron and a display')
    const workspace = join(place, 'workspace')
    await withWorkspace(workspace, async ({ store }) => {
      await store.write(contentPath('/bench/site/index.html'), pageOf(4096, 1), { by: writer })
      await store.document<unknown>('settings', (value) => value, {}).update(() => ({ owner: writer }))
    })
    const galley = { program, folder: process.cwd(), userData: join(place, 'galley'), workspace }
    const bare = {
      program,
      folder: await bareApp(join(place, 'bare-app')),
      userData: join(place, 'bare'),
      workspace
    }

    const windows: number[] = []
    const editors: number[] = []
    const bareWindows: number[] = []
    await launched(galley, openFirstPage)
    for (let round = 0; round < ROUNDS; round += 1) {
      const shown = await launched(galley, editable)
      windows.push(shown.painted)
      editors.push(shown.ready)
      bareWindows.push((await launched(bare, () => Promise.resolve())).painted)
    }
    const baseline = {
      what: 'an Electron app with one line of text, first paint',
      took: summaryOf(bareWindows)
    }
    return [
      {
        what: 'first window painted',
        galley: summaryOf(windows),
        baseline,
        budget: { kind: 'most', atMost: 1000, unit: 'ms', of: 'median' }
      },
      {
        what: 'the page of last time editable',
        galley: summaryOf(editors),
        baseline,
        budget: { kind: 'most', atMost: 1800, unit: 'ms', of: 'median' }
      }
    ]
  }
}

interface Program {
  readonly program: string
  readonly folder: string
  readonly userData: string
  readonly workspace: string
}

/** Milliseconds from the start of the process to the first paint, and to the moment at which `ready` resolves. */
async function launched(
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

const editable = (page: Page) =>
  page.locator('.monaco-editor .view-line, [data-page-surface]').first().waitFor()

/** So that later starts have a tab to show again. */
async function openFirstPage(page: Page): Promise<void> {
  const tree = page.getByRole('tree')
  for (const name of ['index']) {
    const item = tree.getByRole('treeitem', { name: new RegExp(`^${name}`) }).first()
    await item.waitFor()
    if ((await item.getAttribute('aria-expanded')) !== 'true') await item.click()
  }
  await editable(page)
}

async function bareApp(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bare', main: 'main.js' }))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Bare</title><p>One line of text</p>')
  await writeFile(
    join(folder, 'main.js'),
    `const { app, BrowserWindow } = require('electron')
const dir = app.commandLine.getSwitchValue('user-data-dir')
if (dir) app.setPath('userData', dir)
app.whenReady().then(() => new BrowserWindow().loadFile('index.html'))
app.on('window-all-closed', () => app.quit())
`
  )
  return folder
}
