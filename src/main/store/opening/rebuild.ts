import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import { ROOT } from '../../../common/content/paths'
import type { DurableFs, FileStat } from '../disk/durable-fs'
import { ContentIndex } from '../layout/content-index'
import type { IndexRecord } from '../layout/content-index'
import { readIfPlain } from '../disk/durable-read'
import { recordOf } from '../logs/entries'
import type { FileLogs } from '../logs/file-log'
import type { Layout } from '../layout/layout'
import { childPath, isJunk } from '../layout/layout'
import { sideBySide } from '../../../common/side-by-side'
import type { CurrentEvent } from '../logs/log-events'
import { logFolders } from '../logs/log-names'
import type { TrashRecord } from '../trash/trash-records'
import type { Guid } from '../layout/names'
import { isGuid } from '../layout/names'

interface Claim {
  readonly id: Guid
  readonly path: ContentPath | null
  readonly current: CurrentEvent
}

/**
 * W6: the index from the files' own logs and the content itself. A file on disk belongs to the log that last
 * saw it under this inode and time, else to the one that names its path. Files without a log are found by the
 * scan that follows.
 */
export async function rebuildIndex(
  fs: DurableFs,
  layout: Layout,
  logs: FileLogs,
  trashed: readonly TrashRecord[]
): Promise<ContentIndex> {
  const inTrash = new Set(
    trashed.flatMap(({ cause, files }) => (cause === 'deleted' ? files.map(({ id }) => id) : []))
  )
  const claims = (await readClaims(fs, layout, logs)).filter(({ id }) => !inTrash.has(id))
  const byStat = new Map(claims.map((claim) => [statKey(claim.current), claim]))
  const byPath = new Map<ContentPath, Claim>()
  for (const claim of claims) {
    const other = claim.path && byPath.get(claim.path)
    if (claim.path && (!other || other.current.at <= claim.current.at)) byPath.set(claim.path, claim)
  }
  const staged = await stagedIds(fs, layout)
  const index = new ContentIndex()
  const later: ContentPath[] = []
  const bind = (path: ContentPath, claim: Claim) => index.set(bindingOf(path, claim))
  for await (const { path, stat } of filesBelow(fs, layout, ROOT)) {
    const claim = byStat.get(statKey(stat))
    if (claim) bind(path, claim)
    else later.push(path)
  }
  for (const path of later) {
    const claim = byPath.get(path)
    if (claim && !index.byId(claim.id)) bind(path, claim)
  }
  // what is left was deleted while the index was lost: the scan finds it missing and keeps its content in the
  // trash
  for (const [path, claim] of byPath)
    if (!index.byId(claim.id) && !index.get(path) && !staged.has(claim.id)) bind(path, claim)
  return index
}

const bindingOf = (path: ContentPath, { id, current }: Claim): IndexRecord => recordOf(path, id, current)
const statKey = ({ ino, mtimeMs, size }: Pick<FileStat, 'ino' | 'mtimeMs' | 'size'>) =>
  `${ino}:${mtimeMs}:${size}`

/** Files of copies under way: theirs is the end that `recover` brings them to. */
async function stagedIds(fs: DurableFs, layout: Layout): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const { name } of (await fs.readdir(layout.staging)) ?? []) {
    if (!isGuid(name)) continue
    const file = layout.stagedRecords(name)
    const bytes = (await fs.lstat(file)) ? await readIfPlain(fs, file) : null
    for (const { id } of bytes ? idsIn(bytes) : []) ids.add(id)
  }
  return ids
}

function idsIn(bytes: Uint8Array): readonly { readonly id: string }[] {
  try {
    return z.array(z.object({ id: z.string() })).parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return []
  }
}

async function readClaims(fs: DurableFs, layout: Layout, logs: FileLogs): Promise<Claim[]> {
  const claims: Claim[] = []
  for await (const { ids } of logFolders(fs, layout)) {
    await sideBySide(ids, 16, async (id) => {
      const state = await logs.load(id)
      if (state?.current) claims.push({ id, path: state.path, current: state.current })
    })
  }
  return claims
}

async function* filesBelow(
  fs: DurableFs,
  layout: Layout,
  folder: ContentPath
): AsyncGenerator<{ path: ContentPath; stat: FileStat }> {
  for (const { name, kind } of (await fs.readdir(layout.content(folder))) ?? []) {
    const path = isJunk(name) ? null : childPath(folder, name)
    if (path === null) continue
    if (kind === 'folder') yield* filesBelow(fs, layout, path)
    const stat = kind === 'file' ? await fs.lstat(layout.content(path)) : null
    if (stat) yield { path, stat }
  }
}
