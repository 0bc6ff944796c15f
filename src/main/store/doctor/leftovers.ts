import { join } from 'node:path'
import { isTempName } from '../layout/layout'
import type { Exam } from './exam'

const YOUNG_MS = 60_000

/** Half-written files that a crash left, and what was set aside before. */
export async function checkLeftovers(exam: Exam): Promise<void> {
  const { fs, layout, report } = exam
  await sweep(exam, layout.contentFolder, true)
  await sweep(exam, layout.service, false)
  for (const { name, kind } of (await fs.readdir(layout.service)) ?? [])
    if (kind === 'folder' && !deep.has(name)) await sweep(exam, join(layout.service, name), false)
  for (const { name } of (await fs.readdir(layout.staging)) ?? [])
    await report({
      file: join(layout.staging, name),
      kind: 'leftover',
      message: 'An upload or copy that was interrupted before it was acknowledged.',
      repair: { does: 'Finishes it or removes it.', run: () => Promise.resolve() }
    })
  for (const { name } of (await fs.readdir(layout.damaged)) ?? [])
    await report({
      file: join(layout.damaged, name),
      kind: 'kept',
      message:
        'Set aside earlier because it was damaged. Delete it when you are sure that you need nothing of it.'
    })
}

// these have their own checks, or many files whose names tell themselves
const deep = new Set(['files', 'current', 'blobs', 'trash', 'staging', 'damaged'])

async function sweep(exam: Exam, folder: string, below: boolean): Promise<void> {
  const { fs, report } = exam
  for (const { name, kind } of (await fs.readdir(folder)) ?? []) {
    const file = join(folder, name)
    if (kind === 'folder' && below) await sweep(exam, file, true)
    if (kind !== 'file' || !isTempName(name)) continue
    const stat = await fs.lstat(file)
    // a command of another process may be writing it just now
    if (!stat || Date.now() - stat.mtimeMs < YOUNG_MS) continue
    await report({
      file,
      kind: 'leftover',
      message: 'A half-written file of a save that was interrupted before it was acknowledged.',
      repair: { does: 'Removes it.', run: () => fs.unlink(file) }
    })
  }
}
