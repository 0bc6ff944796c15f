import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { confinedFs } from '../disk/confined-fs'
import type { DurableFs } from '../disk/durable-fs'
import { nodeFs } from '../disk/node-fs'
import { layoutOf } from '../layout/layout'
import { translating } from '../disk/os-errors'
import { createExam, type Diagnosis, type Finding, type KnownHashes } from './exam'
import { readOnlyFs } from './read-only-fs'
import { checkRecords } from './records'
import { checkStrangers } from './strangers'

interface OpenExamination {
  /** Waited for before each call that asks the disk; rejects to end the examination. */
  readonly pause?: () => Promise<void>
  /** Waited for before it is looked again. */
  readonly again?: () => Promise<void>
  readonly fs?: DurableFs
}

/** What is wrong is wrong in each of so many looks. */
const LOOKS = 3
const AGAIN_MS = 1_000

/**
 * W11: looks at everything in a workspace that is open, here or in another process, and writes nothing. What
 * is under way is no damage: leftovers and the journal are not looked at, what follows the histories is read
 * before them, and whatever looks wrong is looked at again. Files that did not change are not read again for
 * that.
 * @returns the damage that was there every time
 * @throws GalleyError when the disk fails
 */
export async function examineOpen(
  location: string,
  { pause = () => Promise.resolve(), again = () => sleep(AGAIN_MS), fs: disk = nodeFs }: OpenExamination = {}
): Promise<Diagnosis> {
  return translating(location, async () => {
    const layout = layoutOf((await disk.realpath(resolve(location))) ?? resolve(location))
    const hashes: KnownHashes = new Map()
    const known: Set<string>[] = []
    for (let looks = 1; ; looks++) {
      const fs = confinedFs(readOnlyFs(disk, pause), layout)
      const { exam, findings } = createExam(fs, layout, false, hashes)
      await checkStrangers(exam)
      const contents = await checkRecords(exam)
      const wrong = findings.filter((one) => isDamage(one) && known.every((names) => names.has(nameOf(one))))
      if (wrong.length === 0 || looks === LOOKS)
        return { location: layout.root, files: exam.states.size, contents, findings: wrong }
      known.push(new Set(wrong.map(nameOf)))
      await again()
    }
  })
}

const isDamage = ({ kind }: Finding) => kind === 'damage'

/** The same thing at the same place, whatever it counts: that may have grown since. */
const nameOf = ({ where, message }: Finding): string => `${where} ${message.replace(/\d+/g, '')}`
