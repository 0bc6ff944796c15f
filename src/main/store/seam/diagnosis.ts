/** What an examination of everything that is stored found. */
export interface StoreDiagnosis {
  /** Files with a history, and contents held against their hash. */
  readonly files: number
  readonly contents: number
  readonly findings: readonly {
    /** A path, or what else it is about. */
    readonly where: string
    /** What it means for people. */
    readonly message: string
    /** What `galley doctor --repair` does about it; null when nothing can or need be done. */
    readonly repair: string | null
    /** Something of it is gone: no repair brings it back. */
    readonly lost: boolean
  }[]
}
