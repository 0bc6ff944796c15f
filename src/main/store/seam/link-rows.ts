import type { ContentPath } from '../../../common/content/paths'
import type { LinkFacts } from '../../../common/links/facts'

/** The links of a file that is there. */
export interface KeptLinks {
  readonly path: ContentPath
  /** Of the content that they were read of: the file may have another one by now. */
  readonly hash: string
  /** Null for what has none, and for what could not be read. */
  readonly facts: LinkFacts | null
}

/** The links of files as rows: what is asked of them costs what is found, and not what there is. */
export interface LinkRows {
  /** The links of files at these places, as far as they are there and were ever read. */
  links(paths: readonly ContentPath[]): Promise<readonly KeptLinks[]>
  /**
   * Keeps by which keys the links of some files are found, where that is not known yet: before, nothing is found by them.
   * @returns false when it is known of all
   */
  keyLinks(): Promise<boolean>
  /**
   * Files with an address that has one of these keys (`looseKeysFor`), by their paths as bytes.
   * @param after the path before; `''` from the first
   */
  linking(keys: readonly string[], after: string, most: number): Promise<readonly KeptLinks[]>
  /** The files that have one of these paths, whatever its case: as they are now, without facts where those are of another content. */
  at(paths: readonly ContentPath[]): Promise<readonly KeptLinks[]>
  /** Files below a folder, whatever the case of its name, in one order. @param after the one before; null: from the first */
  below(folder: ContentPath, after: ContentPath | null, most: number): Promise<readonly ContentPath[]>
  /** The files below a folder that have one of these names, whatever the case. A name without letters and digits may be passed over. */
  called(folder: ContentPath, names: readonly string[]): Promise<readonly ContentPath[]>
}
