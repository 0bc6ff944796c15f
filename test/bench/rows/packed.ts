import { statSync } from 'node:fs'
import { join } from 'node:path'
import { editable, launched, openFirstPage, withOnePage, type Program } from '../launched'
import { summaryOf } from '../measure'
import type { Row } from '../row'
import { NotHere } from '../row'

const ROUNDS = 9

/** The app as a package holds it, beside the same Electron on the folder of the checkout; and how large it is. */
export const packed: Row = {
  name: 'packed',
  title: 'the app in its package',
  onlyWhenNamed: true,
  run: async (place) => {
    const [program, archive] = [process.env['GALLEY_BENCH_ELECTRON'], process.env['GALLEY_BENCH_ARCHIVE']]
    if (!program || !archive) throw new NotHere('it needs Electron and a display')
    const workspace = join(place, 'workspace')
    await withOnePage(workspace)
    const of = (folder: string, name: string): Program => ({
      program,
      folder,
      userData: join(place, name),
      workspace
    })
    const [inArchive, inFolder] = [of(archive, 'archive'), of(process.cwd(), 'folder')]
    for (const one of [inArchive, inFolder]) await launched(one, openFirstPage)
    const [archives, folders]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [one, took] of round % 2 === 0
        ? ([
            [inArchive, archives],
            [inFolder, folders]
          ] as const)
        : ([
            [inFolder, folders],
            [inArchive, archives]
          ] as const))
        took.push((await launched(one, editable)).ready)
    return [
      {
        what: 'the page of last time editable',
        galley: summaryOf(archives),
        baseline: { what: 'the same Electron on the folder of the checkout', took: summaryOf(folders) },
        budget: { kind: 'ratio', atMost: 1.1 }
      },
      {
        what: 'the archive',
        galley: { value: statSync(archive).size / 1024 ** 2, unit: 'MB' },
        budget: { kind: 'most', atMost: 16, unit: 'MB', of: 'value' }
      }
    ]
  }
}
