import { join } from 'node:path'
import { reservedNames } from '../layout/layout'
import type { RecordName } from '../layout/names'
import { isRecordName } from '../layout/names'
import { readIfPlain } from '../disk/durable-read'
import { codeOf } from '../disk/error-codes'
import { replaceDurably } from '../disk/durable-write'
import { readIntent } from '../logs/journal'
import { unseal } from '../disk/sealed-json'
import { soundnessOfRecord } from '../opening/workspace-file'
import type { Exam } from './exam'
import { filesIn, foldersIn } from '../disk/durable-read'

/** The workspace's own record, settings, tokens and the like. */
export async function checkSmallRecords(exam: Exam): Promise<void> {
  await checkWorkspaceRecord(exam)
  await checkDocuments(exam)
  await checkKeyedRecords(exam)
}

async function checkWorkspaceRecord({ fs, layout, report, setAside }: Exam): Promise<void> {
  const own = await recordAt(fs, layout.workspaceFile)
  const copy = await recordAt(fs, layout.workspaceCopy)
  if (own === 'sound') {
    if (copy === 'damaged')
      await report({
        file: layout.workspaceCopy,
        message: 'The second copy of the record of the workspace is damaged. The first is intact.',
        repair: { does: 'Writes the copy anew.', run: () => setAside(layout.workspaceCopy) }
      })
    return
  }
  const state = own === 'missing' ? 'is missing' : 'is damaged'
  const outcome =
    copy === 'sound'
      ? 'keeps its id, from the second copy'
      : 'has a new id, because there is no sound copy: what trusted or knew it by the old one asks again'
  await report({
    file: layout.workspaceFile,
    message: `The record of the workspace ${state}. Its content is not touched by that; the workspace ${outcome}.`,
    lost: copy !== 'sound',
    repair: {
      does: 'Writes it anew.',
      run: async () => {
        if (own === 'damaged') await setAside(layout.workspaceFile)
        if (copy === 'damaged') await setAside(layout.workspaceCopy)
      }
    }
  })
}

async function recordAt(fs: Exam['fs'], file: string) {
  return (await fs.lstat(file)) ? soundnessOfRecord(await readIfPlain(fs, file)) : 'missing'
}

async function checkDocuments({ fs, layout, report, setAside }: Exam): Promise<void> {
  const folder = join(layout.service, 'documents')
  const names = new Set<RecordName>(
    (await filesIn(fs, folder))
      .filter((name) => /^[a-z][a-z0-9-]*(\.copy)?\.json$/.test(name))
      .map((name) => name.replace(/(\.copy)?\.json$/, ''))
      .filter(isRecordName)
  )
  for (const name of names) {
    const file = layout.documentFile(name)
    const copy = layout.documentCopy(name)
    const [own, other] = [await soundness(fs, file), await soundness(fs, copy)]
    if (own === 'sound') {
      if (other === 'damaged')
        await report({
          file: copy,
          message: `The second copy of the settings “${name}” is damaged. The first is intact.`,
          repair: {
            does: 'Writes the copy anew.',
            run: async () => replaceDurably(fs, copy, await fs.readFile(file))
          }
        })
      continue
    }
    const state = own === 'missing' ? 'are missing' : 'are damaged'
    if (other === 'sound')
      await report({
        file,
        message: `The settings “${name}” ${state}. The last good copy is intact and is used.`,
        repair: {
          does: 'Puts the last good copy in their place.',
          run: async () => {
            if (own === 'damaged') await setAside(file)
            await replaceDurably(fs, file, await fs.readFile(copy))
          }
        }
      })
    else
      await report({
        file,
        message: `The settings “${name}” ${state}, and there is no good copy: what they said is gone. They begin anew.`,
        lost: true,
        repair: {
          does: 'Sets what is damaged aside.',
          run: async () => {
            if (own === 'damaged') await setAside(file)
            if (other === 'damaged') await setAside(copy)
          }
        }
      })
  }
}

async function checkKeyedRecords({ fs, layout, report, setAside }: Exam): Promise<void> {
  for (const kind of (await foldersIn(fs, layout.service)).filter(isRecordName)) {
    if (reservedNames.has(kind)) continue
    for (const name of await filesIn(fs, layout.records(kind))) {
      const file = join(layout.records(kind), name)
      if (!name.endsWith('.json') || (await soundness(fs, file)) !== 'damaged') continue
      await report({
        file,
        message: `A record of “${kind}” is damaged and counts for nothing. The others are intact.`,
        repair: { does: 'Sets it aside.', run: () => setAside(file) }
      })
    }
  }
}

/** Moves that were under way. */
export async function checkJournal({ fs, layout, report, setAside }: Exam): Promise<void> {
  for (const name of await filesIn(fs, layout.journal)) {
    const file = join(layout.journal, name)
    if (!name.endsWith('.json')) continue
    if (await readIntent(fs, layout, name))
      await report({
        file,
        kind: 'leftover',
        message:
          'A move, a copy or a change of several files was interrupted. It is finished or taken back when the workspace is opened.',
        repair: { does: 'Finishes it or takes it back.', run: () => Promise.resolve() }
      })
    else
      await report({
        file,
        message:
          'The record of a move, a copy or a change that was interrupted is damaged or breaks a rule. Every file is either at its old or at its new place.',
        repair: { does: 'Sets it aside.', run: () => setAside(file) }
      })
  }
}

async function soundness(fs: Exam['fs'], file: string): Promise<'sound' | 'damaged' | 'missing'> {
  if (!(await fs.lstat(file))) return 'missing'
  const bytes = await readIfPlain(fs, file)
  try {
    if (!bytes) return 'damaged'
    unseal(bytes)
    return 'sound'
  } catch (error) {
    // taken away meanwhile
    return codeOf(error) === 'ENOENT' ? 'missing' : 'damaged'
  }
}
