import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import { isSamePerson, namedOnly, person } from '../../../common/person'
import type { Hold, Holds } from '../seam/holds'
import type { OpenRecords } from '../seam/records'

interface HoldParts {
  readonly records: OpenRecords
  /** Unix milliseconds; the same clock for all who serve the workspace. */
  now(): Promise<number>
  /** Where those of the files are that are there. */
  pathsOf(ids: readonly string[]): Promise<ReadonlyMap<string, ContentPath>>
}

/** The kind of its records: of a workspace in use, so no copy of it has them. */
export const HOLDS = 'holds'

const record = z.object({ by: person, since: z.number(), until: z.number(), besides: person.array() })

type HoldRecord = z.infer<typeof record>

/** What is over is forgotten a day later: until then nobody can have taken it anew at the same moment. */
const FORGOTTEN_MS = 24 * 60 * 60_000

/** Holds as small records, one a file that was held lately. */
export function createHolds({ records: open, now, pathsOf }: HoldParts): Holds {
  const records = open(HOLDS, (value) => record.parse(value))

  const told = (fileId: string, path: ContentPath, { by, ...held }: HoldRecord, at: number): Hold => ({
    fileId,
    path,
    by,
    ...held,
    left: held.until - at
  })

  async function changed(
    fileId: string,
    change: (before: HoldRecord | null, at: number) => HoldRecord | null
  ): Promise<Hold | null> {
    const [at, path] = [await now(), (await pathsOf([fileId])).get(fileId)]
    if (path === undefined) return null
    const after = await records.change(fileId, (before) =>
      change(before && before.until > at ? before : null, at)
    )
    return after && after.until > at ? told(fileId, path, after, at) : null
  }

  return {
    async list() {
      const all = (await records.list()).records
      if (all.length === 0) return []
      const at = await now()
      for (const { key, value } of all) if (value.until < at - FORGOTTEN_MS) await records.remove(key)
      const lasting = all.filter(({ value }) => value.until > at)
      const paths = await pathsOf(lasting.map(({ key }) => key))
      return lasting.flatMap(({ key, value }) => {
        const path = paths.get(key)
        return path === undefined ? [] : [told(key, path, value, at)]
      })
    },
    take: (fileId, by, lasts) =>
      changed(fileId, (before, at) => {
        if (before && !isSamePerson(before.by, by)) return null
        return { since: at, besides: [], ...before, by: namedOnly(by), until: at + lasts }
      }),
    pass: (fileId, by) =>
      changed(fileId, (before) => {
        if (!before || [before.by, ...before.besides].some((one) => isSamePerson(one, by))) return null
        return { ...before, besides: [...before.besides, namedOnly(by)] }
      }),
    async end(fileId, by) {
      if (!(await records.get(fileId))) return false
      const at = await now()
      let isEnded = false
      await records.change(fileId, (before) => {
        isEnded = before !== null && before.until > at && (by === null || isSamePerson(before.by, by))
        return isEnded && before ? { ...before, until: at } : null
      })
      return isEnded
    }
  }
}
