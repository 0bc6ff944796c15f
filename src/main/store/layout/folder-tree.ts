import type { ContentPath } from '../../../common/content/paths'
import { parentOf, ROOT } from '../../../common/content/paths'

/** A set of folders that knows what lies below one without asking all of them. */
export class FolderTree {
  private readonly members = new Set<ContentPath>()
  /** Of every member and what is above it: the folders in it that lead to members. */
  private readonly below = new Map<ContentPath, Set<ContentPath>>()

  constructor(folders: Iterable<ContentPath> = []) {
    for (const folder of folders) this.add(folder)
  }

  has(folder: ContentPath): boolean {
    return this.members.has(folder)
  }

  add(folder: ContentPath): void {
    if (this.members.has(folder)) return
    this.members.add(folder)
    for (let at = folder; at !== ROOT; at = parentOf(at)) {
      const beside = this.below.get(parentOf(at))
      if (beside?.has(at)) return
      if (beside) beside.add(at)
      else this.below.set(parentOf(at), new Set([at]))
    }
  }

  delete(folder: ContentPath): void {
    if (!this.members.delete(folder)) return
    for (let at = folder; at !== ROOT && !this.members.has(at) && !this.below.has(at); at = parentOf(at)) {
      const beside = this.below.get(parentOf(at))
      beside?.delete(at)
      if (beside?.size === 0) this.below.delete(parentOf(at))
    }
  }

  /** The members that lie directly in a folder. */
  *in(folder: ContentPath): Generator<ContentPath> {
    for (const at of this.below.get(folder) ?? none) if (this.members.has(at)) yield at
  }

  /** The folder, when it is a member, and every member below it. */
  within(folder: ContentPath): ContentPath[] {
    const found: ContentPath[] = []
    const waiting = [folder]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (this.members.has(at)) found.push(at)
      for (const next of this.below.get(at) ?? none) waiting.push(next)
    }
    return found
  }
}

const none: ReadonlySet<ContentPath> = new Set()
