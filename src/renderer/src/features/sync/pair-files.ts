import type { SyncFile, SyncFiles, SyncFileState } from '../../../../common/sync'

/** What of one pair is not in sync, to be found by path. */
export interface PairFiles {
  /** Content path of the pair's folder here. */
  readonly local: string
  /** Files, not configs. */
  readonly files: ReadonlyMap<string, SyncFile>
  readonly configs: readonly SyncFile[]
  readonly folders: ReadonlyMap<string, { readonly state: SyncFileState; readonly count: number }>
  readonly counts: Readonly<Record<string, number>>
  /** As the service sorts them: the weightiest first. */
  readonly all: readonly SyncFile[]
  /** Not told one by one. */
  readonly more: number
  /** Documents that are one with those of the server just now. */
  readonly alike: ReadonlySet<string>
  /** Why others are not, by path; null where this service keeps nothing alike. */
  readonly apart: ReadonlyMap<string, Apart> | null
}

/** Why a document is not one with that of the server, and since when, in Unix milliseconds. */
type Apart = Omit<NonNullable<SyncFiles['apart']>[number], 'path'>

export const noFiles: PairFiles = {
  local: '',
  files: new Map(),
  configs: [],
  folders: new Map(),
  counts: {},
  all: [],
  more: 0,
  alike: new Set(),
  apart: null
}

export function indexFiles(told: SyncFiles): PairFiles {
  const { local, files, folders, counts, more, alike, apart } = told
  return {
    local,
    files: new Map(files.filter(({ isConfig }) => !isConfig).map((file) => [file.path, file])),
    configs: files.filter(({ isConfig }) => isConfig),
    folders: new Map(folders.map(({ path, state, count }) => [path, { state, count }])),
    counts,
    all: files,
    more,
    alike: new Set(alike),
    apart: apart && new Map(apart.map(({ path, ...one }) => [path, one]))
  }
}
