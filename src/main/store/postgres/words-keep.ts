import type { FileTexts } from '../../../common/search/texts'
import type { ReadFile } from '../seam/words'
import type { Database, Sql } from './database'
import { hashBytes, numberIn, textIn } from './values'
import type { WordsPlace } from './words-find'
import { putLinks } from './words-links'
import { vectorsOf } from './words-vectors'

/**
 * Keeps the words of files, and their links, if they are still noted as they were taken: one that somebody changes meanwhile is read again.
 * @param how `names`: their names alone, of those that nothing is known of; whether those that another one holds are waited for or passed over
 */
export async function keepRead(
  database: Database,
  { workspace, form }: Omit<WordsPlace, 'sql' | 'deleted'>,
  files: readonly ReadFile[],
  how: 'names' | 'wait' | 'pass'
): Promise<void> {
  if (files.length === 0) return
  const names = how === 'names'
  const made = new Map(files.map((one) => [one.of.file, madeOf(one, names)]))
  await database.transaction(async (sql) => {
    const ids = await stillNoted(sql, workspace, form, files, how !== 'pass')
    const kept = ids.flatMap((id) => made.get(id) ?? [])
    if (kept.length === 0) return
    await putFiles(sql, workspace, form, kept, names)
    if (names) {
      await putNewNames(sql, workspace, form, kept)
      await sql.change(
        'update search_unread set named = true, renamed = false where workspace_id = $1 and form = $2 and file_id = any($3)',
        [workspace, form, ids]
      )
      return
    }
    await putLinks(
      sql,
      { workspace, form },
      files.filter(({ of }) => ids.includes(of.file))
    )
    await putParts(sql, workspace, form, kept)
    await putWords(sql, workspace, form, kept)
    await sql.change(
      'delete from search_unread where workspace_id = $1 and form = $2 and file_id = any($3)',
      [workspace, form, ids]
    )
  })
}

interface Made {
  readonly file: string
  readonly hash: Buffer | null
  readonly texts: FileTexts
  readonly titles: ReturnType<typeof vectorsOf>
  readonly words: ReturnType<typeof vectorsOf>
}

function madeOf({ of, texts }: ReadFile, names: boolean): Made {
  return {
    file: of.file,
    hash: names ? null : hashBytes(of.hash),
    texts,
    titles: vectorsOf([
      { letter: 'A', words: texts.title },
      { letter: 'B', words: texts.names },
      { letter: 'C', words: texts.tags }
    ]),
    words: vectorsOf(
      names
        ? []
        : [
            { letter: 'A', words: texts.heads },
            { letter: 'B', words: texts.body },
            { letter: 'C', words: texts.data },
            { letter: 'D', words: texts.also }
          ]
    )
  }
}

/** Those that are as they were taken, held until the transaction ends. */
async function stillNoted(
  sql: Sql,
  workspace: string,
  form: number,
  files: readonly ReadFile[],
  waits: boolean
): Promise<string[]> {
  const taken = new Map(files.map(({ of }) => [of.file, of.change]))
  const rows = await sql.all(
    `select file_id, change from search_unread where workspace_id = $1 and form = $2 and file_id = any($3)
     order by file_id for update ${waits ? '' : 'skip locked'}`,
    [workspace, form, [...taken.keys()]]
  )
  return rows.flatMap((row) => {
    const id = textIn(row, 'file_id')
    return taken.get(id) === numberIn(row, 'change') ? [id] : []
  })
}

async function putFiles(
  sql: Sql,
  workspace: string,
  form: number,
  kept: readonly Made[],
  names: boolean
): Promise<void> {
  await sql.change(
    `insert into search_files (workspace_id, form, file_id, hash, kind, title, title_tokens, tokens, titles)
     select $1, $2, f, h, k, t, tn, n, v::tsvector
     from unnest($3::uuid[], $4::bytea[], $5::text[], $6::text[], $7::int[], $8::int[], $9::text[]) x (f, h, k, t, tn, n, v)
     on conflict (workspace_id, form, file_id) do ${
       names
         ? 'nothing'
         : `update set hash = excluded.hash, kind = excluded.kind, title = excluded.title,
              title_tokens = excluded.title_tokens, tokens = excluded.tokens, titles = excluded.titles`
     }`,
    [
      workspace,
      form,
      kept.map(({ file }) => file),
      kept.map(({ hash }) => hash),
      kept.map(({ texts }) => texts.kind),
      // a column takes no NUL
      kept.map(({ texts }) => texts.shownTitle.replaceAll('\0', '')),
      kept.map(({ titles }) => titles.tokens),
      kept.map(({ words }) => words.tokens),
      kept.map(({ titles }) => titles.parts[0] ?? '')
    ]
  )
}

/** What is known of files that got another name since: that counts in place of the one before, and all else stays until they are read. */
async function putNewNames(sql: Sql, workspace: string, form: number, kept: readonly Made[]): Promise<void> {
  const files = kept.map(({ file }) => file)
  const isRenamed = (id: string) => `exists (select from search_unread u
    where u.workspace_id = $1 and u.form = $2 and u.file_id = ${id} and u.renamed)`
  await sql.change(
    `update search_files s set titles = ts_filter(s.titles, '{a,c}') || x.v::tsvector
     from unnest($3::uuid[], $4::text[]) x (f, v)
     where s.workspace_id = $1 and s.form = $2 and s.file_id = x.f and ${isRenamed('x.f')}`,
    [workspace, form, files, kept.map(({ titles }) => titles.parts[0] ?? '')]
  )
  // further spellings of the name stand among the words
  await sql.change(
    `update search_parts p set words = case when p.part = 0 then ts_filter(p.words, '{a,b,c}') || x.v::tsvector
       else ts_filter(p.words, '{a,b,c}') end
     from unnest($3::uuid[], $4::text[]) x (f, v)
     where p.workspace_id = $1 and p.form = $2 and p.file_id = x.f and ${isRenamed('x.f')}`,
    [
      workspace,
      form,
      files,
      kept.map(({ texts }) => vectorsOf([{ letter: 'D', words: texts.also }]).parts[0] ?? '')
    ]
  )
}

async function putParts(sql: Sql, workspace: string, form: number, kept: readonly Made[]): Promise<void> {
  const parts = kept.flatMap(({ file, words }) =>
    // a file that says nothing is there with one, as all others
    (words.parts.length === 0 ? [''] : words.parts).map((text, part) => ({ file, part, text }))
  )
  await sql.change(
    `insert into search_parts (workspace_id, form, file_id, part, words)
     select $1, $2, f, n, v::tsvector from unnest($3::uuid[], $4::int[], $5::text[]) x (f, n, v)
     on conflict (workspace_id, form, file_id, part) do update set words = excluded.words`,
    [
      workspace,
      form,
      parts.map(({ file }) => file),
      parts.map(({ part }) => part),
      parts.map(({ text }) => text)
    ]
  )
  await sql.change(
    `delete from search_parts p using unnest($3::uuid[], $4::int[]) x (f, n)
     where p.workspace_id = $1 and p.form = $2 and p.file_id = x.f and p.part >= x.n`,
    [workspace, form, kept.map(({ file }) => file), kept.map(({ words }) => Math.max(1, words.parts.length))]
  )
}

/** Sorted, so that two who keep the same new words do not wait for each other in a circle. */
async function putWords(sql: Sql, workspace: string, form: number, kept: readonly Made[]): Promise<void> {
  const words = [...new Set(kept.flatMap(({ words }) => [...words.distinct]))].sort()
  const known = await sql.all(
    // one look a word: a join would be planned by what the table was when it was empty
    `select x.word from unnest($3::text[]) x (word) where (
       select k.seen_at from search_words k where k.workspace_id = $1 and k.form = $2 and k.word = x.word
     ) > now() - interval '1 day'`,
    [workspace, form, words]
  )
  const seen = new Set(known.map((row) => textIn(row, 'word')))
  await sql.change(
    `insert into search_words (workspace_id, form, word) select $1, $2, x.word from unnest($3::text[]) x (word)
     on conflict (workspace_id, form, word) do update set seen_at = now()`,
    [workspace, form, words.filter((word) => !seen.has(word))]
  )
}
