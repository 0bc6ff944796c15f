import { splitName } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { mergeFiles, type Choices, type FileMerge } from '../../common/merge'
import type { Schema } from '../../common/schema'
import type { SyncConflict, SyncConflictDetail } from '../../common/sync'
import { takeMerge } from './carry-out'
import type { KeptConflict, SyncMemory } from './memory'
import { shownContents } from './shown-contents'
import { contentOf } from './content'
import type { Content, Contents, LocalSide } from './sides'

/** What a decision works with: the files of a pair, or its configs. */
export interface Deciding {
  readonly local: LocalSide
  readonly memory: SyncMemory
  readonly contents: Contents
  readonly isConfig: boolean
  readonly schemaOf: (schemaName: string) => Schema | null
}

export function openConflictsOf({ memory, isConfig }: Deciding): SyncConflict[] {
  const found = [...memory.files].flatMap(([key, { conflict }]) =>
    conflict
      ? [
          {
            key: isConfig ? `config ${key}` : key,
            path: conflict.path,
            count: conflict.count,
            at: conflict.at
          }
        ]
      : []
  )
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A conflict with the result of these choices (Y9). @throws not-found when there is none (any more) */
export async function showConflict(
  deciding: Deciding,
  key: string,
  choices: Choices
): Promise<SyncConflictDetail> {
  const { conflict, merged, base, local, remote } = await mergedWith(deciding, key, choices)
  const { path, at } = conflict
  return {
    key: deciding.isConfig ? `config ${key}` : key,
    path,
    at,
    count: merged.conflicts.length,
    kind: merged.kind,
    conflicts: merged.conflicts.map(({ place, choices: may, ...one }) => ({
      ...one,
      place: { at: place.at, names: [...place.names] },
      choices: [...may]
    })),
    open: merged.open,
    base: textOf(base),
    local: textOf(local),
    remote: textOf(remote),
    ...(merged.kind === 'whole' &&
      (textOf(local) === null || textOf(remote) === null) && {
        contents: shownContents({ base, local, remote })
      }),
    result: textOf(merged.bytes),
    state: stateOf(conflict)
  }
}

/**
 * Puts the decided content in place. The remote state becomes the base, so that the decision is what is pushed next; what it replaces
 * stays in the history here, and there as a labelled version (Y9).
 * @param state of the conflict that was shown
 * @param keepBoth also keeps the remote's content, as a file beside
 * @throws precondition-failed when the file or the conflict has changed since
 */
export async function decideConflict(
  deciding: Deciding,
  key: string,
  {
    choices,
    state,
    keepBoth
  }: { readonly choices: Choices; readonly state: string; readonly keepBoth: boolean }
): Promise<{ readonly path: string; readonly beside: string | null }> {
  const { conflict, merged, local, remote } = await mergedWith(deciding, key, keepBoth ? new Map() : choices)
  if (stateOf(conflict) !== state) throw changed(conflict.path)
  if (!keepBoth && merged.open > 0)
    throw new GalleyError('bad-request', `${merged.open} of the conflicts are still open.`, {
      where: conflict.path
    })
  const mine = await deciding.local.read(conflict.path)
  if (!mine || mine.hash !== conflict.local) throw changed(conflict.path)
  const beside = keepBoth
    ? await keepBeside(deciding, conflict.path, contentOf(remote, conflict.remote))
    : null
  const bytes = keepBoth ? local : merged.bytes
  const hash = await deciding.contents.put(bytes)
  const decision = {
    conflict,
    before: deciding.memory.files.get(key)?.agreed,
    result: hash,
    ...(beside !== null && { beside: { path: beside, hash: conflict.remote } }),
    at: Date.now()
  }
  const taken = await takeMerge(
    key,
    conflict,
    { content: contentOf(bytes, hash), id: mine.id },
    deciding,
    decision
  )
  if (!taken) throw changed(conflict.path)
  return { path: conflict.path, beside }
}

async function mergedWith(deciding: Deciding, key: string, choices: Choices) {
  const conflict = deciding.memory.files.get(key)?.conflict
  if (!conflict)
    throw new GalleyError('not-found', 'There is no conflict about this file (any more).', { where: key })
  const content = async (hash: string) => {
    const bytes = await deciding.contents.get(hash)
    if (!bytes)
      throw new GalleyError('damaged', 'A side of this conflict is damaged. Sync again.', {
        where: conflict.path
      })
    return bytes
  }
  const base = conflict.base === null ? null : await content(conflict.base)
  const [local, remote] = [await content(conflict.local), await content(conflict.remote)]
  const name = splitName(conflict.path.slice(conflict.path.lastIndexOf('/') + 1))
  const merged: FileMerge = mergeFiles(
    { ext: deciding.isConfig ? 'json' : name.ext, base, local, remote },
    { choices, isConfig: deciding.isConfig, schemaOf: deciding.schemaOf }
  )
  return { conflict, merged, base, local, remote }
}

async function keepBeside({ local }: Deciding, path: string, content: Content): Promise<string> {
  const cut = path.lastIndexOf('/') + 1
  const { name, ext } = splitName(path.slice(cut))
  for (let count = 1; ; count += 1) {
    const beside = `${path.slice(0, cut)}${name}-theirs${count === 1 ? '' : `-${count}`}${ext === '' ? '' : `.${ext}`}`
    if (await local.write(beside, content, { expect: null })) return beside
  }
}

const stateOf = ({ base, local, remote }: KeptConflict): string =>
  [base ?? '-', local, remote].map((hash) => hash.slice(0, 16)).join('.')

function textOf(bytes: Uint8Array | null): string | null {
  if (!bytes || bytes.length > MOST_TEXT) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

const MOST_TEXT = 4 * 1024 * 1024

const changed = (path: string) =>
  new GalleyError('precondition-failed', 'The file has changed meanwhile. Look at it again, then decide.', {
    where: path
  })
