import { join } from 'node:path'
import { z } from 'zod'
import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { DurableFs } from '../disk/durable-fs'
import { replaceDurably } from '../disk/durable-write'
import { codeOf, isUnreadable } from '../disk/error-codes'
import type { Layout } from '../layout/layout'
import { isTempName } from '../layout/layout'
import { readBounds } from '../layout/read-bounds'
import type { ContentHash, Guid } from '../layout/names'
import { isGuid } from '../layout/names'
import type { Problems } from '../damaged/problems'
import { stored } from '../layout/stored-values'
import { checkTransfer } from '../layout/transfer-rules'

/**
 * What a move, a copy or a change of several files is about to do; there from before its first step until
 * after its last.
 */
export type Intent =
  | {
      readonly op: 'move'
      readonly id: Guid
      readonly from: ContentPath
      readonly to: ContentPath
      /** When it began, Unix milliseconds; older Galleys did not write it. */
      readonly at?: number
    }
  | {
      readonly op: 'copy'
      readonly id: Guid
      readonly to: ContentPath
      /** What is copied with it, each staged as a tree of its own. */
      readonly along?: readonly ContentPath[]
      /** What is in the way goes to the trash. */
      readonly overwrite?: boolean
    }
  | ChangeIntent

/**
 * Several contents and moves as one. As long as this is there the change is not, and what it did is taken
 * back: every content that it replaces is a blob before.
 */
export interface ChangeIntent {
  readonly op: 'change'
  readonly id: Guid
  /** When it began, Unix milliseconds: each content that it writes is of that time. */
  readonly at: number
  readonly by: Person
  /** Ids that what was in the way of a move has in the trash. */
  readonly trashed?: readonly Guid[]
  /** By their paths before the moves; the hashes of what they hold before and after. */
  readonly files: readonly {
    readonly path: ContentPath
    readonly from: ContentHash
    readonly to: ContentHash
  }[]
  readonly moves: readonly {
    readonly from: ContentPath
    readonly to: ContentPath
    /** Of a file that goes along; a folder may have none. */
    readonly file?: Guid | undefined
  }[]
}

/** @throws too-large for what could not be read again after a crash */
export async function beginIntent(fs: DurableFs, layout: Layout, intent: Intent): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(intent))
  if (bytes.length > readBounds.journal)
    throw new GalleyError(
      'too-large',
      'These are more files than can be changed at once. Change them in parts. Nothing was changed.'
    )
  await replaceDurably(fs, layout.intent(intent.id), bytes)
}

/** A removal that a crash takes back only makes the next start find that nothing is left to do. */
export async function endIntent(fs: DurableFs, layout: Layout, id: Guid): Promise<void> {
  await fs.unlink(layout.intent(id))
}

/** As `endIntent`, and no crash takes it back. */
export async function endIntentForGood(fs: DurableFs, layout: Layout, id: Guid): Promise<void> {
  await endIntent(fs, layout, id)
  await fs.syncFolder(layout.journal)
}

/** What was under way when the last process ended. */
export async function readIntents(fs: DurableFs, layout: Layout, problems: Problems): Promise<Intent[]> {
  const intents: Intent[] = []
  for (const { name, kind } of (await fs.readdir(layout.journal)) ?? []) {
    const file = join(layout.journal, name)
    const intent = kind === 'file' ? await readIntent(fs, layout, name) : null
    if (intent) intents.push(intent)
    else if (kind === 'file' && isTempName(name)) await fs.unlink(file)
    else
      await problems.setAside(
        file,
        'A record of a move, a copy or a change that was interrupted is damaged or breaks a rule.'
      )
  }
  return intents
}

/** The intent in an entry of the journal; null for what is none, or what none of ours would do. */
export async function readIntent(fs: DurableFs, layout: Layout, name: string): Promise<Intent | null> {
  const id = name.slice(0, -'.json'.length)
  if (!isGuid(id) || !name.endsWith('.json')) return null
  try {
    const intent = schema.parse(
      JSON.parse(Buffer.from(await fs.readFile(layout.intent(id))).toString('utf8'))
    )
    if (intent.op === 'move') checkTransfer(intent.from, intent.to)
    if (intent.op === 'change') for (const { from, to } of intent.moves) checkTransfer(from, to)
    return intent.id === id ? intent : null
  } catch (error) {
    if (codeOf(error) === '' || isUnreadable(error)) return null
    throw error
  }
}

const schema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('move'),
    id: stored.guid,
    from: stored.path,
    to: stored.path,
    at: stored.moment.exactOptional()
  }),
  z.object({
    op: z.literal('copy'),
    id: stored.guid,
    to: stored.path,
    along: z.array(stored.path).exactOptional(),
    overwrite: z.boolean().exactOptional()
  }),
  z.object({
    op: z.literal('change'),
    id: stored.guid,
    at: stored.moment,
    by: stored.person,
    trashed: z.array(stored.guid).exactOptional(),
    files: z.array(z.object({ path: stored.path, from: stored.hash, to: stored.hash })),
    moves: z.array(z.object({ from: stored.path, to: stored.path, file: stored.guid.optional() }))
  })
])
