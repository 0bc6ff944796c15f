import { resolve } from 'node:path'
import { GalleyError, sentence } from '../../../common/errors'
import { confinedFs } from '../disk/confined-fs'
import type { DurableFs, DurableHandle } from '../disk/durable-fs'
import { nodeFs } from '../disk/node-fs'
import { readIfPlain } from '../disk/durable-read'
import { codeOf, NOT_PLAIN } from '../disk/error-codes'
import { openFolder } from '../opening/open-folder'
import type { Layout } from '../layout/layout'
import { layoutOf } from '../layout/layout'
import { isGuid } from '../layout/names'
import { translating } from '../disk/os-errors'
import { idOfRecord, prepareFolder, soundnessOfRecord } from '../opening/workspace-file'
import type { Made } from '../seam/folder'
import { createExam, type Diagnosis } from './exam'
import { checkLeftovers } from './leftovers'
import { checkRecords } from './records'
import { checkJournal } from './small-records'
import { checkStrangers } from './strangers'

export type { Diagnosis, Finding } from './exam'
export { examineOpen } from './open'

/**
 * L4: looks at everything in a workspace and says what is wrong. Without `repair` nothing is written, so a
 * read-only disk can be examined; with it everything that can be mended is, and whatever is taken out of the
 * way is kept in `.galley/damaged`.
 * @throws GalleyError not-a-workspace; in-use while another process has it open
 */
export async function examine(
  location: string,
  {
    repair = false,
    fs: disk = nodeFs,
    made
  }: { repair?: boolean; fs?: DurableFs; made?: (made: Made) => Promise<void> } = {}
): Promise<Diagnosis> {
  return translating(location, async () => {
    const layout = layoutOf((await disk.realpath(resolve(location))) ?? resolve(location))
    const fs = confinedFs(disk, layout)
    if ((await fs.lstat(layout.service))?.kind !== 'folder')
      throw new GalleyError('not-a-workspace', sentence`${{ location }} is no Galley workspace.`, {
        where: location
      })
    // what this one does not know would look damaged to it
    const record = await recordBytes(fs, layout)
    if (soundnessOfRecord(record) === 'newer')
      throw new GalleyError(
        'not-a-workspace',
        'A newer Galley made this workspace. Update Galley to examine it; nothing was looked at or changed.',
        { where: layout.root }
      )
    const { exam, findings } = createExam(fs, layout, repair)
    const lock = await lockToLook(fs, layout)
    let contents: number
    try {
      await checkStrangers(exam)
      // what is mended next has its folder again, where a link lay in its place
      if (repair) await prepareFolder(fs, layout)
      contents = await checkRecords(exam, () => checkJournal(exam))
      await checkLeftovers(exam)
      await made?.({
        id: idOfRecord(record),
        location: layout.root,
        caches: layout.index,
        read: (path) => readIfPlain(fs, layout.content(path)).catch(() => null),
        async readVersion(file, version) {
          const history = isGuid(file) ? exam.states.get(file) : undefined
          const kept = history?.versions.find(({ id }) => id === version)
          return kept ? readIfPlain(fs, layout.blob(kept.hash)).catch(() => null) : null
        },
        report: exam.report
      })
    } finally {
      await lock?.close()
    }
    // opening finishes what was interrupted and builds the index from the histories
    if (repair) await (await openFolder(layout.root, { watch: false, fs: disk })).close()
    return { location: layout.root, files: exam.states.size, contents, findings }
  })
}

async function recordBytes(fs: DurableFs, { workspaceFile }: Layout): Promise<Uint8Array | null> {
  return (await fs.lstat(workspaceFile))?.kind === 'file' ? readIfPlain(fs, workspaceFile) : null
}

/**
 * Holds the workspace while it is looked at; null where there is no lock to take: a disk that nobody can
 * write to.
 */
async function lockToLook(fs: DurableFs, layout: Layout): Promise<DurableHandle | null> {
  let handle: DurableHandle
  try {
    handle = await fs.open(layout.lockFile, 'update')
  } catch (error) {
    // a link in its place is told with the other strangers
    if (['ENOENT', 'EROFS', 'EACCES', 'EPERM', NOT_PLAIN].includes(codeOf(error))) return null
    throw error
  }
  if (handle.tryLock() !== false) return handle
  await handle.close()
  throw new GalleyError('in-use', 'Galley has this workspace open. Close it there, then examine it again.', {
    where: layout.root
  })
}
