import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import { resourcePathOf } from '../../../common/publishing/addresses'
import type { Store } from '../../store/types'
import { indexEntry, type IndexEntry } from './entries'

/**
 * The definition that a site's index is made by: the source's, as it was when somebody last published or
 * asked.
 */
export type DefinitionInForce = z.infer<typeof inForce>

const inForce = z.object({
  site: z.string(),
  text: z.string(),
  /** Since when, Unix milliseconds. */
  at: z.number(),
  /** When rows last changed, Unix milliseconds. */
  changedAt: z.number()
})

const bucket = z.object({ entries: indexEntry.array() })
const record = z.union([inForce, bucket])

/**
 * What is remembered of a site's index, so that a start does not read every page again. All of it can be
 * lost: it is made again from what is published. Entries lie in a few thousand small records, so that none
 * grows with the site.
 */
interface IndexRecords {
  /** Of this site; null when it has none. */
  inForce(): Promise<DefinitionInForce | null>
  load(): Promise<{ readonly definition: DefinitionInForce | null; readonly entries: readonly IndexEntry[] }>
  putDefinition(definition: DefinitionInForce): Promise<void>
  /** Writes the buckets of the files given, as `entryOf` knows them now. */
  putEntries(files: readonly ContentPath[], all: ReadonlyMap<ContentPath, IndexEntry>): Promise<void>
  clear(): Promise<void>
}

export function indexRecords(store: Store, site: ContentPath): IndexRecords {
  const kind = `index-${createHash('sha256').update(site).digest('hex').slice(0, 16)}`
  const records = store.records(kind, (value) => record.parse(value))
  const members = new Map<string, Set<ContentPath>>()
  const note = (file: ContentPath) => {
    const key = bucketOf(file)
    const files = members.get(key)
    if (files) files.add(file)
    else members.set(key, new Set([file]))
    return key
  }

  return {
    async inForce() {
      const value = await records.get(DEFINITION)
      return value && 'text' in value && value.site === site ? value : null
    },
    async load() {
      const { records: found } = await records.list()
      let definition: DefinitionInForce | null = null
      const entries: IndexEntry[] = []
      for (const { key, value } of found) {
        if ('text' in value) definition = key === DEFINITION && value.site === site ? value : definition
        else entries.push(...value.entries)
      }
      for (const { file } of entries) note(file)
      return { definition, entries }
    },
    putDefinition: (definition) => records.put(DEFINITION, definition),
    async putEntries(files, all) {
      for (const key of new Set(files.map(note))) {
        const entries = [...(members.get(key) ?? [])].flatMap((file) => all.get(file) ?? [])
        if (entries.length > 0) await records.put(key, { entries })
        else {
          members.delete(key)
          await records.remove(key)
        }
      }
    },
    async clear() {
      members.clear()
      for (const { key } of (await records.list()).records) await records.remove(key)
    }
  }
}

const DEFINITION = 'definition'

/** By the path below the site, so that the records of a site that was moved still fit. */
const bucketOf = (file: ContentPath) =>
  createHash('sha256').update(resourcePathOf(file)).digest('hex').slice(0, 3)
