import { dirname, join } from 'node:path'
import type { ContentPath } from '../../../common/content/paths'
import { recordOf } from '../logs/entries'
import type { IndexRecord } from '../layout/content-index'
import type { DurableFs, FileStat } from '../disk/durable-fs'
import { makeFolders, replaceDurably } from '../disk/durable-write'
import { readHash } from '../disk/hash-file'
import { isJunk } from '../layout/layout'
import type { Guid } from '../layout/names'
import { isGuid } from '../layout/names'
import type { TrashRecord } from '../trash/trash-records'
import { readTrashRecord } from '../trash/trash-records'
import type { Exam } from './exam'
import { foldersIn } from '../disk/durable-read'

/** What was deleted, each with the record that says from where. */
export async function checkTrash(exam: Exam): Promise<void> {
  const { fs, layout, report } = exam
  for (const id of (await foldersIn(fs, layout.trash)).filter(isGuid)) {
    const record = await readTrashRecord(fs, layout, id)
    const content = await fs.lstat(layout.trashContent(id))
    if (record && !content && (await fs.lstat(layout.content(record.path))) === null)
      await report({
        file: layout.trashContent(id),
        message: `What was deleted from ${record.path} is missing in the trash. Documents among it are made again from their history.`,
        repair: { does: 'Makes the documents again from their history.', run: () => Promise.resolve() }
      })
    if (record && content) await checkFiles(exam, record)
    if (record || !content) continue
    const again = await recordAgain(exam, id, content)
    await report({
      file: layout.trashRecord(id),
      message: again
        ? `The record of something deleted is missing or damaged. It came from ${again.path}.`
        : `The record of something deleted is missing or damaged. The deleted files still lie in .galley/trash/${id}/content.`,
      ...(again && {
        repair: {
          does: 'Writes the record anew, from the histories of the files.',
          run: () => replaceDurably(fs, layout.trashRecord(id), Buffer.from(JSON.stringify(again)))
        }
      })
    })
  }
}

/** Each deleted file is there with the bytes that it had. */
async function checkFiles(
  { fs, layout, report, setAside, hashOf }: Exam,
  record: TrashRecord
): Promise<void> {
  for (const { path, hash } of record.files) {
    const file = join(layout.trashContent(record.id), ...path.slice(record.path.length).split('/'))
    const there = await fs.lstat(file)
    if (there && (await hashOf(file)) === hash) continue
    const blob = layout.blob(hash)
    const backed = (await hashOf(blob)) === hash
    const state = there ? 'is damaged' : 'is missing'
    await report({
      file,
      still: async () => (await readHash(fs, file).catch(() => '')) !== hash,
      message: `${path}, which was deleted, ${state} in the trash${backed ? '. Its content is in its history.' : ', and there is no other copy.'}`,
      lost: !backed,
      ...(backed && {
        repair: {
          does: 'Makes it again from its history.',
          run: async () => {
            if (there) await setAside(file)
            await makeFolders(fs, dirname(file))
            await replaceDurably(fs, file, await fs.readFile(blob))
          }
        }
      })
    })
  }
}

/**
 * The record of a trashed file or folder from the histories of the files in it: they tell the path of each
 * content.
 */
async function recordAgain(exam: Exam, id: Guid, content: FileStat): Promise<TrashRecord | null> {
  const gone = [...exam.states.values()].filter((state) => !exam.bound.has(state.id))
  const files: IndexRecord[] = []
  let root: ContentPath | null = null
  for await (const { file, below } of filesBelow(exam.fs, exam.layout.trashContent(id), '', content)) {
    const hash = await readHash(exam.fs, file)
    const state = gone.find(
      ({ current, path }) =>
        current?.hash === hash && path?.endsWith(below) && (root === null || path === `${root}${below}`)
    )
    if (!state?.current || state.path === null) continue
    root ??= state.path.slice(0, state.path.length - below.length) as ContentPath
    files.push(recordOf(state.path, state.id, state.current))
  }
  if (root === null) return null
  const kind = content.kind === 'folder' ? 'folder' : 'file'
  const by = files[0]?.by ?? { email: 'outside@localhost' }
  return { id, path: root, kind, deletedAt: Date.now(), deletedBy: by, cause: 'deleted', files }
}

async function* filesBelow(
  fs: DurableFs,
  file: string,
  below: string,
  stat: FileStat
): AsyncGenerator<{ file: string; below: string }> {
  if (stat.kind === 'file') yield { file, below }
  if (stat.kind !== 'folder') return
  for (const { name } of (await fs.readdir(file)) ?? []) {
    const child = isJunk(name) ? null : await fs.lstat(join(file, name))
    if (child) yield* filesBelow(fs, join(file, name), `${below}/${name}`, child)
  }
}
