import type { SetAsideItem, WorkspaceProblem } from '../../../common/api/types'
import type { ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'
import type { ContentHash } from '../layout/names'
import type { Archive } from './archive'

/** What a workspace is besides its content, where it is a folder that other programs reach too. */
export interface WorkspaceFolder {
  /** With links resolved. */
  readonly location: string
  /** A folder in it for what is made from the content and can be made anew; it may not be there. */
  readonly caches: string
  /** Nothing of Galley lay in it before: whatever is in `.galley` this process has put there. */
  readonly isNew: boolean
  /** What was found damaged, or breaks a rule. */
  problems(): WorkspaceProblem[]
  /** What was set aside because it was damaged or broke a rule, for people to look at and delete. */
  readonly setAside: SetAside
  /** Who stands for changes that other programs make to the content; the workspace's owner, once known. */
  setOutsidePerson(person: Person): void
  /**
   * Everything in it, to be copied elsewhere while people go on writing (BK1). Nothing of the workspace is
   * changed.
   */
  snapshot(): Promise<WorkspaceSnapshot>
  /** Everything in it, as every store tells it. Nobody may write meanwhile. */
  archive(): Archive
}

/** What a disk, or a bound that somebody has set, still leaves. */
export interface DiskRoom {
  /** Bytes that this person may still write. */
  readonly free: number
  /** Bytes that it holds in all. */
  readonly total: number
  /** How many files it still takes; null for disks without such a bound. */
  readonly files: number | null
  /** How many it may have in all, where somebody has set a bound. */
  readonly mostFiles?: number
}

/**
 * What lies in `damaged/`: set aside because it was damaged or broke a rule, for people to look at and delete
 * (W8).
 */
export interface SetAside {
  /** Newest first. */
  list(): Promise<SetAsideItem[]>
  /** Null when there is no such file. */
  read(name: string): Promise<{ readonly size: number; readonly stream: ReadableStream<Uint8Array> } | null>
  /** For good. Resolves to false when there was no such thing. */
  remove(name: string): Promise<boolean>
}

/** Everything that a workspace is, as it was at one moment and while people go on writing in it. */
export interface WorkspaceSnapshot {
  readonly workspace: { readonly id: string; readonly location: string }
  /** The tree is as it was then, each file as it was then or later. Unix milliseconds. */
  readonly takenAt: number
  /** Bytes that the entries will come to, about. */
  readonly expected: number
  /**
   * Each path once; what names a content before the content itself. An entry is good until the next one is
   * asked for. Once only.
   */
  entries(): AsyncGenerator<SnapshotEntry, void>
  /** What could not be taken, for people; complete after the last entry. */
  readonly leftOut: readonly LeftOut[]
}

/** Paths are relative to the workspace, with forward slashes. */
export type SnapshotEntry = SnapshotFolder | SnapshotFile

interface SnapshotFolder {
  readonly kind: 'folder'
  readonly path: string
}

export interface SnapshotFile {
  readonly kind: 'file'
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** What the store says that the bytes are; other bytes are damaged, or another program's. */
  readonly hash?: ContentHash
  /** Unix milliseconds. */
  readonly modified?: number
  /** All of it, once. */
  read(): AsyncIterable<Uint8Array>
}

export interface LeftOut {
  readonly path: string
  readonly message: string
}

/** A workspace that is examined, for what is made from its content and is examined with it (L4). */
export interface Made {
  /** Of the workspace; null where its record is damaged. */
  readonly id: string | null
  readonly location: string
  /** The folder of what is made from the content. */
  readonly caches: string
  /** A content as it lies there; null for what is none. */
  read(path: ContentPath): Promise<Uint8Array | null>
  /** What a version of a file holds, by their ids; null where there is no such version. */
  readVersion(file: string, version: string): Promise<Uint8Array | null>
  /** Tells what is wrong, and mends it where that is asked for. */
  report(trouble: {
    /** Absolute. */
    readonly file: string
    /** `damage`: something may be missing until it is mended; `leftover`: harmless. */
    readonly kind: 'damage' | 'leftover'
    readonly message: string
    readonly repair: { readonly does: string; readonly run: () => Promise<unknown> }
  }): Promise<void>
}
