import { z } from 'zod'
import { clashKey, nameOf } from '../../../common/content/paths'
import type { LinkFacts } from '../../../common/links/facts'
import { looseKeysOf } from '../../../common/links/loose-keys'
import { wordsOf } from '../../../common/search/words'
import type { KeptLinks, LinkRows } from '../seam/link-rows'
import type { ReadFile } from '../seam/words'
import type { Database, Row, Sql } from './database'
import { keyOf } from './places'
import { hashBytes, hashIn, json, pathIn, textIn } from './values'
import type { WordsPlace } from './words-find'
import { vectorsOf } from './words-vectors'

const stored = z.object({
  title: z.string(),
  links: z
    .object({
      n: z.int().min(0),
      kind: z.enum(['link', 'media', 'part', 'text', 'redirect']),
      value: z.string(),
      relative: z.boolean(),
      line: z.int().min(1),
      column: z.int().min(1)
    })
    .array(),
  anchors: z.string().array(),
  withoutAlt: z.int().array(),
  redirects: z.string().nullable(),
  complete: z.boolean()
}) satisfies z.ZodType<LinkFacts>

/** Keeps the links of files beside their words, in the same transaction. */
export async function putLinks(
  sql: Sql,
  { workspace, form }: Pick<WordsPlace, 'workspace' | 'form'>,
  files: readonly ReadFile[]
): Promise<void> {
  await sql.change(
    `insert into search_links (workspace_id, form, file_id, hash, facts, keys, keyed)
     select $1, $2, f, h, l, string_to_array(k, chr(10)), h from unnest($3::uuid[], $4::bytea[], $5::text[], $6::text[]) x (f, h, l, k)
     on conflict (workspace_id, form, file_id) do update set
       hash = excluded.hash, facts = excluded.facts, keys = excluded.keys, keyed = excluded.keyed`,
    [
      workspace,
      form,
      files.map(({ of }) => of.file),
      files.map(({ of }) => hashBytes(of.hash)),
      files.map(({ links }) => (links === null ? null : json(links))),
      files.map(({ links }) => keysText(links))
    ]
  )
}

/** Several lists are one column as lines: an array of them would have to be a rectangle. */
const keysText = (links: LinkFacts | null): string =>
  looseKeysOf(links?.links ?? [])
    .filter((key) => !/[\0\n]/.test(key))
    .join('\n')

/** So many links are keyed at once. */
const KEYED = 200

export function linkRowsIn(
  sql: Database,
  { workspace, form }: Pick<WordsPlace, 'workspace' | 'form'>
): LinkRows {
  return {
    async links(paths) {
      const rows = await sql.all(
        `${LINKED} where e.workspace_id = $1 and e.here and e.key = any($3) and e.path = any($4)`,
        [workspace, form, paths.map(keyOf), paths]
      )
      return rows.map(linksIn)
    },
    async keyLinks() {
      const unkeyed =
        'from search_links where workspace_id = $1 and form = $2 and keyed is distinct from hash'
      if (!(await sql.one(`select 1 ${unkeyed} limit 1`, [workspace, form]))) return false
      return sql.transaction(async ({ all, change }) => {
        // in one order, so that two who do it wait for each other
        const rows = await all(
          `select file_id, hash, facts ${unkeyed} order by file_id limit ${KEYED} for update`,
          [workspace, form]
        )
        await change(
          `update search_links l set keys = string_to_array(x.k, chr(10)), keyed = l.hash
           from unnest($3::uuid[], $4::text[]) x (f, k) where l.workspace_id = $1 and l.form = $2 and l.file_id = x.f`,
          [
            workspace,
            form,
            rows.map((row) => textIn(row, 'file_id')),
            rows.map((row) => keysText(factsIn(row['facts'])))
          ]
        )
        // another one may have keyed some of these meanwhile, and not those behind
        return true
      })
    },
    async linking(keys, after, most) {
      const rows = await sql.all(
        `${LINKED} where l.workspace_id = $1 and l.form = $2 and l.keys && $3 and e.here and e.path > $4 order by e.path limit $5`,
        [workspace, form, keys, after, most]
      )
      return rows.map(linksIn)
    },
    async at(paths) {
      const rows = await sql.all(
        `select e.path, e.hash, l.facts from entries e
         left join search_links l on l.workspace_id = e.workspace_id and l.form = $2 and l.file_id = e.id and l.hash = e.hash
         where e.workspace_id = $1 and e.here and e.kind = 'file' and e.key = any($3)`,
        [workspace, form, [...new Set(paths.map(keyOf))]]
      )
      return rows.map(linksIn)
    },
    async below(folder, after, most) {
      const rows = await sql.all(
        `select path from entries where ${BELOW} and key > $3 order by key limit $4`,
        [workspace, keyOf(folder), after === null ? '' : keyOf(after), most]
      )
      return rows.map((row) => pathIn(row, 'path'))
    },
    async called(folder, names) {
      const asked = names.map(wordsOfName).filter((words) => words !== '')
      if (asked.length === 0) return []
      // by the words of names, which are kept, and no join: that is planned by what the tables were when they were empty
      const rows = await sql.all(
        `select path from entries where ${BELOW} and id = any(array(
           select file_id from search_files where workspace_id = $1 and form = $3 and titles @@ $4::tsquery))`,
        [workspace, keyOf(folder), form, asked.join(' | ')]
      )
      const keys = new Set(names.map(clashKey))
      return rows.map((row) => pathIn(row, 'path')).filter((path) => keys.has(clashKey(nameOf(path))))
    }
  }
}

/** As a `tsquery`; `''` for a name without any word: nothing is said of that. */
function wordsOfName(name: string): string {
  const words = wordsOf(name).map(({ word }) => word)
  const { distinct } = vectorsOf([{ letter: 'B', words: words.join(' ') }])
  return distinct.size === 0 ? '' : `(${[...distinct].map((word) => `'${word}':B`).join(' & ')})`
}

const LINKED = `select e.path, l.hash, l.facts from entries e
  join search_links l on l.workspace_id = e.workspace_id and l.form = $2 and l.file_id = e.id`

/** Files below the folder $2. */
const BELOW = `workspace_id = $1 and here and kind = 'file' and key >= $2 || '/' and key < $2 || '0'`

const linksIn = (row: Row): KeptLinks => ({
  path: pathIn(row, 'path'),
  hash: hashIn(row, 'hash'),
  facts: factsIn(row['facts'])
})

/** Null for what no Galley has written as well: whoever needs it reads the file. */
function factsIn(text: unknown): LinkFacts | null {
  if (typeof text !== 'string') return null
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
