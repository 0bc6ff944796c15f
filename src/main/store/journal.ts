import { join } from 'node:path'
import { z } from 'zod'
import type { ContentPath } from '../../common/content/paths'
import type { DurableFs } from './durable-fs'
import { replaceDurably } from './durable-write'
import type { Layout } from './layout'
import type { Problems } from './problems'

/** What a move or copy is about to do; there from before its first step until after its last. */
export type Intent =
  | {
      readonly op: 'move'
      readonly id: string
      readonly from: ContentPath
      readonly to: ContentPath
      /** When it began, Unix milliseconds; older Galleys did not write it. */
      readonly at?: number
    }
  | { readonly op: 'copy'; readonly id: string; readonly to: ContentPath }

export async function beginIntent(fs: DurableFs, layout: Layout, intent: Intent): Promise<void> {
  await replaceDurably(fs, intentFile(layout, intent.id), Buffer.from(JSON.stringify(intent)))
}

/** A removal that a crash takes back only makes the next start find that nothing is left to do. */
export async function endIntent(fs: DurableFs, layout: Layout, id: string): Promise<void> {
  await fs.unlink(intentFile(layout, id))
}

/** What was under way when the last process ended. */
export async function readIntents(fs: DurableFs, layout: Layout, problems: Problems): Promise<Intent[]> {
  const intents: Intent[] = []
  for (const { name } of (await fs.readdir(layout.journal)) ?? []) {
    const file = join(layout.journal, name)
    if (!name.endsWith('.json')) await fs.unlink(file)
    else {
      try {
        intents.push(schema.parse(JSON.parse(Buffer.from(await fs.readFile(file)).toString('utf8'))))
      } catch {
        await problems.setAside(file, 'A record of a move or copy that was interrupted is damaged.')
      }
    }
  }
  return intents
}

/** True for the bytes of an intent that can be understood. */
export function isIntent(bytes: Uint8Array): boolean {
  try {
    schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    return true
  } catch {
    return false
  }
}

const intentFile = (layout: Layout, id: string) => join(layout.journal, `${id}.json`)
const path = z.custom<ContentPath>((value) => typeof value === 'string' && value.startsWith('/'))
const schema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('move'), id: z.string(), from: path, to: path, at: z.number().exactOptional() }),
  z.object({ op: z.literal('copy'), id: z.string(), to: path })
])
