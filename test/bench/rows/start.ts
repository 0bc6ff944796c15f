import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editable, launched, openFirstPage, withOnePage } from '../launched'
import { summaryOf } from '../measure'
import type { Row } from '../row'
import { NotHere } from '../row'

const ROUNDS = 7
const MANY = 16_000

/** The built app, started for the second time and later, beside an Electron program that only shows a line of text. */
export const start: Row = {
  name: 'start',
  title: 'app start, warm',
  run: async (place) => {
    const program = process.env['GALLEY_BENCH_ELECTRON']
    if (!program) throw new NotHere('it needs Electron and a display')
    const few = join(place, 'workspace')
    await withOnePage(few, 100)
    const many = join(place, 'large-workspace')
    await withOnePage(many, MANY)
    const galley = { program, folder: process.cwd(), userData: join(place, 'galley'), workspace: few }
    const large = { ...galley, userData: join(place, 'large'), workspace: many }
    const bare = {
      program,
      folder: await bareApp(join(place, 'bare-app')),
      userData: join(place, 'bare'),
      workspace: few
    }

    const windows: number[] = []
    const editors: number[] = []
    const largeWindows: number[] = []
    const largeEditors: number[] = []
    const bareWindows: number[] = []
    for (const one of [galley, large]) await launched(one, openFirstPage)
    for (let round = 0; round < ROUNDS; round += 1) {
      const shown = await launched(galley, editable)
      windows.push(shown.painted)
      editors.push(shown.ready)
      const shownLarge = await launched(large, editable)
      largeWindows.push(shownLarge.painted)
      largeEditors.push(shownLarge.ready)
      bareWindows.push((await launched(bare, () => Promise.resolve())).painted)
    }
    const baseline = {
      what: 'an Electron app with one line of text, first paint',
      took: summaryOf(bareWindows)
    }
    return [
      ...[
        { what: 'first window painted', took: windows, atMost: 1.7 },
        { what: 'the page of last time editable', took: editors, atMost: 3 }
      ].map(({ what, took, atMost }) => ({
        what: `${what}, beside the bare app`,
        galley: summaryOf(took),
        baseline,
        budget: { kind: 'ratio', atMost } as const
      })),
      ...[
        { what: 'first window painted', took: largeWindows, with100: windows },
        { what: 'the page of last time editable', took: largeEditors, with100: editors }
      ].map(({ what, took, with100 }) => ({
        what: `${what}, with ${MANY.toLocaleString('en')} documents`,
        galley: summaryOf(took),
        baseline: { what: 'with 100', took: summaryOf(with100) },
        budget: { kind: 'ratio', atMost: 1.15 } as const
      })),
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
