import type { Operation } from './operations'
import { belowAny, syncKey, type BaseFile, type LocalFile, type RemoteFile, type SyncKey } from './trees'

type Respelling = Extract<Operation, { kind: 'respell-local' | 'respell-remote' }>

interface Sides {
  readonly local: ReadonlyMap<SyncKey, LocalFile>
  readonly bases: ReadonlyMap<SyncKey, BaseFile>
  readonly remote: ReadonlyMap<SyncKey, RemoteFile>
}

/**
 * Files and folders whose names were given another case or normal form on one side: the other side follows,
 * the topmost name first (Y8). Where both have done so, or it is new to both, the server's spelling counts.
 * What one side has in both spellings is left as it is.
 * @param isLeft files with which nothing may be done now
 */
export function respellings(sides: Sides, isLeft: (key: SyncKey) => boolean): Respelling[] {
  const found = new Map<SyncKey, Respelling>()
  const otherwise = [...sides.local.values()].filter(({ path }) => {
    const remote = sides.remote.get(syncKey(path))
    return remote !== undefined && remote.path !== path
  })
  for (const local of otherwise.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const key = syncKey(local.path)
    const [base, remote] = [sides.bases.get(key), sides.remote.get(key)]
    if (!remote) continue
    const isNewsThere = remote.path !== base?.remotePath
    if (!isNewsThere && local.path === base.path) continue
    const paired = base && {
      from: isNewsThere ? base.path : base.remotePath,
      to: isNewsThere ? base.remotePath : base.path
    }
    const step = isNewsThere
      ? topmost('respell-local', local.path, remote.path, paired)
      : topmost('respell-remote', remote.path, local.path, paired)
    if (step && !found.has(step.key)) found.set(step.key, step)
  }
  if (found.size === 0) return []
  const isSettled = (step: Respelling) => {
    const isBelow = belowAny([step.key])
    const changed = step.kind === 'respell-local' ? sides.remote : sides.local
    const keys = [...sides.bases.keys(), ...sides.local.keys(), ...sides.remote.keys()]
    if (keys.some((key) => isBelow(key) && isLeft(key))) return false
    const old = step.from.split('/').pop()
    const at = step.from.split('/').length - 1
    return ![...changed.values()].some(({ path }) => isBelow(syncKey(path)) && path.split('/')[at] === old)
  }
  return [...found.values()].filter(isSettled)
}

/**
 * The first name that is news on one side. Null when there is none, or they are not one path in two
 * spellings.
 * @param paired as the two were when they last agreed: what was otherwise then stays so
 */
function topmost(
  kind: Respelling['kind'],
  from: string,
  to: string,
  paired: { readonly from: string; readonly to: string } | undefined
): Respelling | null {
  const [old, now] = [from.split('/'), to.split('/')]
  const [oldPaired, nowPaired] = [paired?.from.split('/'), paired?.to.split('/')]
  const at = old.findIndex(
    (name, index) =>
      name !== now[index] && !(name === oldPaired?.[index] && now[index] === nowPaired?.[index])
  )
  if (old.length !== now.length || at < 0) return null
  const path = [...old.slice(0, at), ...now.slice(at, at + 1)].join('/')
  return { kind, key: syncKey(path), path, from: old.slice(0, at + 1).join('/') }
}

/** The path with the last name of `to` in the place that it has there. */
export function respelled(path: string, to: string): string {
  const [names, written] = [path.split('/'), to.split('/')]
  return [...names.slice(0, written.length - 1), ...written.slice(-1), ...names.slice(written.length)].join(
    '/'
  )
}

/**
 * How one side writes the folders that it has: a file that is new there goes into the folder of whatever
 * spelling (Y8).
 * @returns the path with these folders' spellings
 */
export function foldersAsWritten(files: Iterable<{ readonly path: string }>): (path: string) => string {
  const known = new Map<SyncKey, string>()
  for (const { path } of files)
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut)
      const key = syncKey(folder)
      const before = known.get(key)
      if (before === undefined || folder < before) known.set(key, folder)
    }
  return (path) => {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = known.get(syncKey(path.slice(0, cut)))
      if (folder !== undefined) return folder + path.slice(cut)
    }
    return path
  }
}
