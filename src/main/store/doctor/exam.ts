import { relative, sep } from 'node:path'
import { copyAside, moveAside } from '../aside'
import type { DurableFs } from '../durable-fs'
import { readIfPlain } from '../durable-read'
import type { Layout } from '../layout'
import type { FileState } from '../log-events'
import type { ContentHash, Guid } from '../names'

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
  readonly states: Map<Guid, FileState>
  /** Ids of the files that the index knows to be in the content. */
  readonly bound: Set<string>
  /** Hashes that published states name, with what names them. */
  readonly published: Map<ContentHash, string>
  /** Hashes that conflicts of a sync name, with what names them. */
  readonly synced: Map<ContentHash, string>
  /** Null for what can never be read, which is told. */
  read(file: string): Promise<Uint8Array | null>
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
  const exam: Exam = {
    fs,
    layout,
    states: new Map(),
    bound: new Set(),
    published: new Map(),
    synced: new Map(),
    async read(file) {
      const bytes = await readIfPlain(fs, file)
      if (!bytes)
        await exam.tell({
          file,
          message: 'This is no plain file, or far larger than Galley ever writes one: it is not read.',
          repair: { does: 'Sets it aside.', run: () => exam.setAside(file) }
        })
      return bytes
    },
    async tell({ file, kind = 'damage', message, repair: mend }) {
      const repaired = repair && mend !== undefined
      if (repaired) await mend.run()
      const where = relative(layout.root, file).split(sep).join('/')
      findings.push({ where, kind, message, repair: mend?.does ?? null, repaired })
    },
    setAside: (file) => moveAside(fs, layout, file),
    setAsideCopy: (file) => copyAside(fs, layout, file)
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
