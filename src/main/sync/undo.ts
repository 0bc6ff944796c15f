import { GalleyError } from '../../common/errors'
import type { SyncDecision } from '../../common/sync'
import { keptContent, type Deciding } from './decide'
import type { Decision, FileMemory } from './memory'

/** Decisions that can be taken back, newest first. */
export function decisionsOf({ memory, isConfig }: Deciding): SyncDecision[] {
  return [...memory.files]
    .flatMap(([key, { decision, conflict }]) =>
      decision && !conflict
        ? [
            {
              key: isConfig ? `config ${key}` : key,
              path: decision.conflict.path,
              at: decision.at,
              beside: decision.beside?.path ?? null
            }
          ]
        : []
    )
    .sort((a, b) => b.at - a.at)
}

/**
 * Takes a decision back (Y15): the conflict is open again and the file has its content of before; what the
 * decision had made of it stays in the history. Where the decision was sent already, the server keeps it
 * until the conflict is decided anew.
 * @throws not-found when nothing can be taken back · precondition-failed when the file has changed since
 */
export async function undoDecision(
  deciding: Deciding,
  key: string
): Promise<{ readonly path: string; readonly removed: string | null }> {
  const { local, memory, contents } = deciding
  const known = memory.files.get(key) ?? {}
  const { decision } = known
  if (!decision || known.conflict)
    throw new GalleyError('not-found', 'There is no decision about this file that could be taken back.', {
      where: key
    })
  const { path, local: before } = decision.conflict
  const mine = await local.read(path)
  if (!mine || mine.hash !== decision.result) throw changed(path)
  const isSame = before === decision.result
  const content = isSame ? null : await keptContent(contents, path, before)
  if (!isSame && !content)
    throw new GalleyError('damaged', 'What the file was before cannot be read any more.', { where: path })
  // first what is remembered: with the conflict open, nothing is sent while the content goes back
  await memory.put(key, reopened(known, decision))
  const written =
    content === null || (await local.write(path, content, { expect: decision.result, keepAs: LABEL }))
  if (!written) {
    await memory.put(key, known)
    throw changed(path)
  }
  const { beside } = decision
  const removed = beside !== undefined && (await local.remove(beside.path, beside.hash))
  return { path, removed: removed ? beside.path : null }
}

const LABEL = 'Before undo'

/**
 * What was known before the decision; of the server, what it has by now.
 * @throws precondition-failed when that is neither of the two
 */
function reopened({ agreed }: FileMemory, decision: Decision): FileMemory {
  const { conflict, before } = decision
  const there = agreed?.hash
  if (there !== (conflict.there ?? conflict.remote) && there !== decision.result) throw changed(conflict.path)
  return {
    conflict: {
      ...conflict,
      etag: agreed?.etag ?? null,
      there: there === conflict.remote ? undefined : there
    },
    // the tags are of a content that the server no longer has: it is read again
    ...(before && { agreed: { ...before, etag: null, lastModified: null } })
  }
}

const changed = (path: string) =>
  new GalleyError(
    'precondition-failed',
    'The file has changed since the decision, so it is not taken back. Its history has every state.',
    { where: path }
  )
