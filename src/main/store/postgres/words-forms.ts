import type { Database, Sql } from './database'
import { booleanIn, textIn } from './values'

/** So often a form says that it is still asked for. */
const USED_MS = 60 * 60_000
/** One that nobody has asked for so long goes. */
const UNUSED = '7 days'
/** A word that no file has goes when it was not seen for so long. */
const UNSEEN = '2 days'
const GROUP = 500

/**
 * Has files noted for a form from now on: first each change, then, when whoever did not know of it yet has come to an end, all
 * files that are there. May be broken off and done again at any time.
 */
export async function beginForm(database: Database, workspace: string, form: number): Promise<void> {
  const row = await database.one(
    `insert into search_forms as f (workspace_id, form) values ($1, $2)
     on conflict (workspace_id, form) do update set
       used_at = case when f.used_at < now() - make_interval(secs => $3) then now() else f.used_at end
     returning filled`,
    [workspace, form, USED_MS / 1000]
  )
  if (row && booleanIn(row, 'filled')) return
  // it is had when nobody writes who began before, and given back at once
  await database.transaction((sql) => sql.change('lock table entries in share mode'))
  await database.transaction(async (sql) => {
    await sql.change(
      `insert into search_unread (workspace_id, form, file_id)
       select $1, $2, id from entries where workspace_id = $1 and kind = 'file' order by touched_at
       on conflict (workspace_id, form, file_id) do nothing`,
      [workspace, form]
    )
    await sql.change('update search_forms set filled = true where workspace_id = $1 and form = $2', [
      workspace,
      form
    ])
  })
}

/** Files `e` of the workspace $1 that are not noted for a form `f`, and of which it has no words or links, or those of another content. */
const UNKEPT = `from search_forms f join entries e on e.workspace_id = f.workspace_id and e.kind = 'file'
  left join search_files s on s.workspace_id = f.workspace_id and s.form = f.form and s.file_id = e.id
  left join search_links l on l.workspace_id = f.workspace_id and l.form = f.form and l.file_id = e.id
  where f.workspace_id = $1 and f.filled
    and (s.hash is distinct from e.hash or l.hash is distinct from e.hash or not exists (
      select from search_parts p where p.workspace_id = f.workspace_id and p.form = f.form and p.file_id = e.id))
    and not exists (select from search_unread u where u.workspace_id = f.workspace_id and u.form = f.form and u.file_id = e.id)`

/** The paths of files that are there and of which what is kept is missing, or of another content, without being noted as unread. */
export async function outdatedFiles({
  all,
  workspace
}: Sql & { readonly workspace: string }): Promise<string[]> {
  const rows = await all(`select distinct e.path ${UNKEPT} and e.here order by e.path`, [workspace])
  return rows.map((row) => textIn(row, 'path'))
}

/**
 * Takes away what belongs to no file, to a form that nobody asks for, and words that no file has any more; and notes files of which the words are
 * not those of their content, whatever has come to them.
 */
export async function sweepWords(
  database: Database,
  workspace: string,
  isOver: () => boolean = () => false
): Promise<void> {
  const gone = `(not exists (select from entries e where e.workspace_id = $1 and e.id = t.file_id)
    or not exists (select from search_forms f where f.workspace_id = $1 and f.form = t.form))`
  await database.change(
    `delete from search_forms where workspace_id = $1 and used_at < now() - interval '${UNUSED}'`,
    [workspace]
  )
  for (const table of ['search_unread', 'search_links', 'search_parts', 'search_files'] as const)
    while (!isOver()) {
      const some = await database.change(
        `delete from ${table} t where ctid = any(array(select t.ctid from ${table} t where workspace_id = $1 and ${gone} limit ${GROUP}))`,
        [workspace]
      )
      if (some === 0) break
    }
  await database.change(
    `insert into search_unread (workspace_id, form, file_id) select $1, f.form, e.id ${UNKEPT} on conflict do nothing`,
    [workspace]
  )
  while (!isOver()) {
    const some = await database.change(
      `delete from search_words where ctid = any(array(select w.ctid from search_words w
         where workspace_id = $1 and seen_at < now() - interval '${UNSEEN}' and not exists (
           select from search_parts p where p.workspace_id = $1 and p.form = w.form and p.words @@ ('''' || w.word || '''')::tsquery)
         limit ${GROUP}))`,
      [workspace]
    )
    if (some === 0) break
  }
}
