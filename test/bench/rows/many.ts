import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { contentPath } from '../../../src/common/content/paths'
import { inParallel, pageOf, writer } from '../documents'
import { summaryOf } from '../measure'
import type { Row } from '../row'
import { fill } from '../workspace'

const DOCUMENTS = 100_000
const PER_FOLDER = 100
const ROUNDS = 3

const opened = z.object({
  toFirstList: z.number(),
  atFirstList: z.number(),
  most: z.number(),
  readdir: z.number()
})

/** A big workspace opened by a process that has just started. */
export const many: Row = {
  name: 'many',
  title: '100,000 documents: open to first list, and memory',
  run: async (place) => {
    const workspace = join(place, 'workspace')
    await fill(workspace, (store) =>
      inParallel(DOCUMENTS, 64, (number) =>
        store.write(contentPath(pathOf(number)), pageOf(512, number), { by: writer })
      )
    )
    const rounds: z.infer<typeof opened>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = await promisify(execFile)(process.execPath, [
        join(import.meta.dirname, 'open.mjs'),
        workspace
      ])
      rounds.push(opened.parse(JSON.parse(child.stdout)))
    }
    const highest = (of: 'atFirstList' | 'most') => Math.max(...rounds.map((round) => round[of]))
    return [
      {
        what: 'open to first list',
        galley: summaryOf(rounds.map(({ toFirstList }) => toFirstList)),
        baseline: { what: 'readdir of every folder', took: summaryOf(rounds.map((round) => round.readdir)) },
        budget: { kind: 'most', atMost: 1000, unit: 'ms', of: 'median' }
      },
      {
        what: 'memory at the first list',
        galley: { value: highest('atFirstList'), unit: 'MB' },
        budget: { kind: 'most', atMost: 400, unit: 'MB', of: 'value' }
      },
      {
        what: 'most memory in the 15 s after it',
        galley: { value: highest('most'), unit: 'MB' },
        budget: { kind: 'most', atMost: 400, unit: 'MB', of: 'value' }
      }
    ]
  }
}

const pathOf = (number: number) =>
  `/bench/site/section-${Math.floor(number / PER_FOLDER / 50)}/folder-${Math.floor(number / PER_FOLDER)}/page-${number}.html`
