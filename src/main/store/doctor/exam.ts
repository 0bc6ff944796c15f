import { randomUUID } from 'node:crypto'
import { basename, join, relative, sep } from 'node:path'
import type { DurableFs } from '../durable-fs'
import { makeFolders, writeSynced } from '../durable-write'
import type { Layout } from '../layout'
import type { FileState } from '../log-events'

/** Something that is not as it should be in a workspace. */
export interface Finding {
  /** Relative to the workspace, with forward slashes. */
  readonly where: string
  /** `damage`: something may be missing until it is mended; `leftover`: harmless, of an earlier crash; `kept`: set aside before. */
  readonly kind: 'damage' | 'leftover' | 'kept'
  /** What it means for the person. */
  readonly message: string
  /** What a repair does about it; null when nothing can or need be done. */
  readonly repair: string | null
  readonly repaired: boolean
}

/** A finding with how to mend it. */
export interface Trouble {
  /** Absolute. */
  readonly file: string
  readonly kind?: Finding['kind']
  readonly message: string
  readonly repair?: { readonly does: string; readonly run: () => Promise<unknown> }
}

/** What the checks of one examination share. */
export interface Exam {
  readonly fs: DurableFs
  readonly layout: Layout
  /** The history of each file whose log could be read, by id. */
  readonly states: Map<string, FileState>
  /** Ids of the files that the index knows to be in the content. */
  readonly bound: Set<string>
  /** Hashes that published states name, with what names them. */
  readonly published: Map<string, string>
  /** Hashes that conflicts of a sync name, with what names them. */
  readonly synced: Map<string, string>
  /** Records it, and mends it if that was asked for. */
  tell(trouble: Trouble): Promise<void>
  /** Moves a file out of the way, to where nothing is ever overwritten. */
  setAside(file: string): Promise<void>
  /** Keeps a copy of a file that goes on being used. */
  setAsideCopy(file: string): Promise<void>
}

export function createExam(
  fs: DurableFs,
  layout: Layout,
  repair: boolean
): { exam: Exam; findings: Finding[] } {
  const findings: Finding[] = []
  const aside = async (file: string) => {
    await makeFolders(fs, layout.damaged)
    return join(layout.damaged, `${basename(file)}.${randomUUID()}`)
  }
  const exam: Exam = {
    fs,
    layout,
    states: new Map(),
    bound: new Set(),
    published: new Map(),
    synced: new Map(),
    async tell({ file, kind = 'damage', message, repair: mend }) {
      const repaired = repair && mend !== undefined
      if (repaired) await mend.run()
      const where = relative(layout.root, file).split(sep).join('/')
      findings.push({ where, kind, message, repair: mend?.does ?? null, repaired })
    },
    async setAside(file) {
      await fs.rename(file, await aside(file))
      await fs.syncFolder(layout.damaged)
    },
    async setAsideCopy(file) {
      await writeSynced(fs, await aside(file), await fs.readFile(file))
      await fs.syncFolder(layout.damaged)
    }
  }
  return { exam, findings }
}

/** The names of the files in a folder, sorted; none when there is no such folder. */
export async function filesIn(fs: DurableFs, folder: string): Promise<string[]> {
  const entries = (await fs.readdir(folder)) ?? []
  return entries.flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])).sort()
}

/** The names of the folders in a folder, sorted. */
export async function foldersIn(fs: DurableFs, folder: string): Promise<string[]> {
  const entries = (await fs.readdir(folder)) ?? []
  return entries.flatMap(({ name, kind }) => (kind === 'folder' ? [name] : [])).sort()
}
