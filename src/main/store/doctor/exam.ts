import { relative, sep } from 'node:path'
import { copyAside, moveAside } from '../damaged/aside'
import { sameStat, type DurableFs, type FileStat } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { codeOf } from '../disk/error-codes'
import { readHash } from '../disk/hash-file'
import type { Layout } from '../layout/layout'
import type { FileState } from '../logs/log-events'
import type { ContentHash, Guid } from '../layout/names'

/** Something that is not as it should be in a workspace. */
export interface Finding {
  /** Relative to the workspace, with forward slashes. */
  readonly where: string
  /**
   * `damage`: something may be missing until it is mended; `leftover`: harmless, of an earlier crash; `kept`:
   * set aside before.
   */
  readonly kind: 'damage' | 'leftover' | 'kept'
  /** What it means for the person. */
  readonly message: string
  /** What a repair does about it; null when nothing can or need be done. */
  readonly repair: string | null
  readonly repaired: boolean
  /**
   * Something of it is gone, as the message says: no repair brings it back, a backup from before may have it.
   */
  readonly lost: boolean
}

/** What an examination found. */
export interface Diagnosis {
  readonly location: string
  /** Files with a history, and contents held against their hash. */
  readonly files: number
  readonly contents: number
  readonly findings: readonly Finding[]
}

/** A finding with how to mend it. */
interface Trouble {
  /** Absolute. */
  readonly file: string
  readonly kind?: Finding['kind']
  readonly message: string
  /** See `Finding`. */
  readonly lost?: boolean
  readonly repair?: { readonly does: string; readonly run: () => Promise<unknown> }
  /**
   * Looks once more, with nothing remembered: what is changing just now may have looked wrong for a moment.
   */
  readonly still?: () => Promise<boolean>
}

/** Hashes that an earlier look found, with the outside of the files that they are of. */
export type KnownHashes = Map<string, { readonly stat: FileStat; readonly hash: string }>

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
  /** Null for what can never be read, which is told, and for what is gone. */
  read(file: string): Promise<Uint8Array | null>
  /** The hash of a file's bytes; `''` when they cannot be read. */
  hashOf(file: string): Promise<string>
  /** Records it if it is still so, and mends it if that was asked for. */
  report(trouble: Trouble): Promise<void>
  /** Moves a file out of the way, to where nothing is ever overwritten. */
  setAside(file: string): Promise<void>
  /** Keeps a copy of a file that goes on being used. */
  setAsideCopy(file: string): Promise<void>
}

export function createExam(
  fs: DurableFs,
  layout: Layout,
  repair: boolean,
  hashes?: KnownHashes
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
      const bytes = await readIfPlain(fs, file).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      })
      if (bytes === null)
        await exam.report({
          file,
          message: 'This is no plain file, or far larger than Galley ever writes one: it is not read.',
          repair: { does: 'Sets it aside.', run: () => exam.setAside(file) }
        })
      return bytes ?? null
    },
    hashOf: (file) => hashOf(fs, file, hashes),
    async report({ file, kind = 'damage', message, lost = false, repair: mend, still }) {
      if (still && !(await still())) return
      const repaired = repair && mend !== undefined
      if (repaired) await mend.run()
      const where = relative(layout.root, file).split(sep).join('/')
      findings.push({ where, kind, message, repair: mend?.does ?? null, repaired, lost })
    },
    setAside: (file) => moveAside(fs, layout, file),
    setAsideCopy: (file) => copyAside(fs, layout, file)
  }
  return { exam, findings }
}

async function hashOf(fs: DurableFs, file: string, hashes?: KnownHashes): Promise<string> {
  const stat = hashes ? await fs.lstat(file) : null
  const known = hashes?.get(file)
  if (stat && known && isUntouched(stat, known.stat)) return known.hash
  const hash = await readHash(fs, file).catch(() => '')
  const after = stat && hash !== '' ? await fs.lstat(file) : null
  if (stat && after && isUntouched(stat, after)) hashes?.set(file, { stat, hash })
  return hash
}

const isUntouched = (a: FileStat, b: FileStat) => sameStat(a, b) && a.ctimeMs === b.ctimeMs
