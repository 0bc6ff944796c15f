import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import type { LinkFacts } from '../../../common/links/facts'
import type { KeptLinks, ReadFile } from '../seam/words'
import type { Sql } from './database'
import { hashBytes, hashIn, json, pathIn } from './values'
import type { WordsPlace } from './words-find'

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
    `insert into search_links (workspace_id, form, file_id, hash, facts)
     select $1, $2, f, h, l from unnest($3::uuid[], $4::bytea[], $5::text[]) x (f, h, l)
     on conflict (workspace_id, form, file_id) do update set hash = excluded.hash, facts = excluded.facts`,
    [
      workspace,
      form,
      files.map(({ of }) => of.file),
      files.map(({ of }) => hashBytes(of.hash)),
      files.map(({ links }) => (links === null ? null : json(links)))
    ]
  )
}

/** The links of files that are there, by the paths that they have now. */
export async function linksAt(
  { sql, workspace, form }: WordsPlace,
  paths: readonly ContentPath[]
): Promise<KeptLinks[]> {
  const rows = await sql.all(
    `select e.path, l.hash, l.facts from entries e
     join search_links l on l.workspace_id = e.workspace_id and l.form = $2 and l.file_id = e.id
     where e.workspace_id = $1 and e.here and e.path = any($3)`,
    [workspace, form, paths]
  )
  return rows.map((row) => ({
    path: pathIn(row, 'path'),
    hash: hashIn(row, 'hash'),
    facts: factsIn(row['facts'])
  }))
}

/** Null for what no Galley has written as well: whoever needs it reads the file. */
function factsIn(text: unknown): LinkFacts | null {
  if (typeof text !== 'string') return null
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
