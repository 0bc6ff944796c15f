import { _electron, type Page } from 'playwright-core'
import { join } from 'node:path'
import type { FolderStore } from '../../src/main/store/types'
import { preferSource, preferSourceIn } from '../e2e/support/prefer-source'
import { writer } from './documents'
import { NotHere } from './row'
import { fill as fillWorkspace } from './workspace'

export interface Window {
  /** An empty folder on a real disk. */
  readonly place: string
  /** Brings in what the window is to show. */
  readonly fill: (store: FolderStore) => Promise<unknown>
  /** How pages are opened; as their source, if not said. */
  readonly pages?: 'page' | 'source'
  /** Switches of the browser. */
  readonly switches?: readonly string[]
}

/** Runs something in the built app's window, with a workspace of its own. @throws NotHere without Electron or a display */
export async function inWindow<T>(
  { place, fill, pages = 'source', switches = [] }: Window,
  run: (page: Page) => Promise<T>
): Promise<T> {
  const program = process.env['GALLEY_BENCH_ELECTRON']
  if (!program) throw new NotHere('it needs Electron and a display')
  const workspace = join(place, 'workspace')
  await fillWorkspace(workspace, async (store) => {
    await fill(store)
    const settings = store.document('settings', (value) => value, {})
    await settings.update(() => ({ owner: writer }))
  })
  const environment = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  )
  const app = await _electron.launch({
    executablePath: program,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...switches,
      `--user-data-dir=${join(place, 'user')}`,
      process.cwd()
    ],
    env: { ...Object.fromEntries(environment), GALLEY_WORKSPACE: workspace }
  })
  try {
    if (pages === 'source') await app.context().addInitScript(preferSource)
    const page = await app.firstWindow()
    if (pages === 'source') await preferSourceIn(page)
    await page.getByRole('tree').waitFor()
    return await run(page)
  } finally {
    await app.close()
  }
}
