import { splitName } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { chooseWhole, type Choices, type FileMerge } from '../../common/formats'
import type { SyncConflict, SyncConflictDetail } from '../../common/sync'
import { takeMerge } from './merge-step'
import type { KeptConflict, SyncMemory } from './memory'
import { mergedAs, type Merging } from './merging'
import { contentOf, isLarge } from './content'
import type { Content, Contents, LocalSide } from './sides'

/** What a decision works with: the files of a pair, or its configs. */
export interface Deciding {
  readonly local: LocalSide
  readonly memory: SyncMemory
  readonly contents: Contents
  readonly isConfig: boolean
  readonly merge: Merging
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
    ...(merged.beyond !== undefined && { beyond: merged.beyond }),
    ...(conflict.theirs && { theirs: conflict.theirs }),
    base: textOf(base),
    local: textOf(local),
    remote: textOf(remote),
    ...(merged.kind === 'whole' &&
      (textOf(local) === null || textOf(remote) === null) && {
        contents: { base: base && sizeOf(base), local: sizeOf(local), remote: sizeOf(remote) }
      }),
    result: textOf(merged.content),
    state: stateOf(conflict)
  }
}

/**
 * Puts the decided content in place. The remote state becomes the base, so that the decision is what is
 * pushed next; what it replaces stays in the history here, and there as a labelled version (Y9).
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
    throw new GalleyError(
      'bad-request',
      sentence`${{ open: merged.open }} of the conflicts are still open.`,
      { where: conflict.path }
    )
  const mine = await deciding.local.read(conflict.path)
  if (!mine || mine.hash !== conflict.local) throw changed(conflict.path)
  const beside = keepBoth ? await keepBeside(deciding, conflict.path, remote) : null
  const content = keepBoth ? local : merged.content
  // what is large is one of the sides, and kept already
  if (content.bytes) await deciding.contents.put(content.bytes)
  const decision = {
    conflict,
    before: deciding.memory.files.get(key)?.agreed,
    result: content.hash,
    ...(beside !== null && { beside: { path: beside, hash: conflict.remote } }),
    at: Date.now()
  }
  const taken = await takeMerge(key, conflict, { content, id: mine.id }, deciding, decision)
  if (!taken) throw changed(conflict.path)
  return { path: conflict.path, beside }
}

async function mergedWith(deciding: Deciding, key: string, choices: Choices) {
  const conflict = deciding.memory.files.get(key)?.conflict
  if (!conflict)
    throw new GalleyError('not-found', 'There is no conflict about this file (any more).', { where: key })
  const content = async (hash: string) => {
    const kept = await keptContent(deciding.contents, conflict.path, hash)
    if (kept) return kept
    throw new GalleyError('damaged', 'A side of this conflict is damaged. Sync again.', {
      where: conflict.path
    })
  }
  const base = conflict.base === null ? null : await content(conflict.base)
  const [local, remote] = [await content(conflict.local), await content(conflict.remote)]
  const sides = { base, local, remote }
  return { conflict, merged: await mergeSides(deciding, conflict, sides, choices), ...sides }
}

interface Sides {
  readonly base: Content | null
  readonly local: Content
  readonly remote: Content
}

/** Large media are not looked into: they are one or the other, from disk to disk (Y17). */
async function mergeSides(
  { isConfig, contents, merge }: Deciding,
  { path, beyond }: KeptConflict,
  { base, local, remote }: Sides,
  choices: Choices
): Promise<Omit<FileMerge, 'bytes'> & { readonly content: Content }> {
  // what was too much once is not tried again
  if (beyond !== undefined || !local.bytes || !remote.bytes || base?.bytes === null) {
    const { side, conflicts, open } = chooseWhole(base !== null, choices)
    const content = { base: base ?? local, local, remote }[side]
    return { kind: 'whole', conflicts, open, content, ...(beyond !== undefined && { beyond }) }
  }
  const { bytes, ...merged } = await merge(
    {
      ext: mergedAs(path, isConfig),
      base: base?.bytes ?? null,
      local: local.bytes,
      remote: remote.bytes
    },
    { choices, isConfig }
  )
  return { ...merged, content: contentOf(bytes, contents.hashOf(bytes)) }
}

/**
 * A state of the file at this path: in memory unless it is large (Y17). Null when it is damaged, or not
 * there.
 */
export async function keptContent(contents: Contents, path: string, hash: string): Promise<Content | null> {
  const kept = await contents.open(hash)
  if (kept && isLarge(path, kept.size)) return kept
  const bytes = kept && (await contents.get(hash))
  return bytes && contentOf(bytes, hash)
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

const sizeOf = ({ size }: Content) => ({ size })

function textOf(content: Content | null): string | null {
  const bytes = content?.bytes
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
