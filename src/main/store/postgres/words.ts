import { createHash } from 'node:crypto'
import { distanceOf } from '../../../common/search/slips'
import { GalleyError } from '../../../common/errors'
import type { KeptWords, UnreadFile } from '../seam/words'
import { contentOf } from './contents'
import type { Row } from './database'
import type { Workspace } from './turn'
import { booleanIn, hashIn, numberIn, pathIn, textIn } from './values'
import { foundIn, heldBy, toldBy, type Totals, type WordsPlace } from './words-find'
import { beginForm } from './words-forms'
import { keepRead } from './words-keep'
import { linkRowsIn } from './words-links'
import { FILE_COLUMNS, PLACE, thereAre } from './words-places'

/** What stands for a config that was deleted (C2): nobody finds it. */
const DELETED = createHash('sha256').update('{":type":"deleted"}').digest()

/** So long a file that was taken to be read is left to whoever took it. */
const TAKEN_MS = 30_000
/** So many words that hold what is asked for are asked at once. */
const MOST_HOLDING = 500
/** Distinct words are read so many at a time. */
const PAGE = 10_000
/** So long the sums of all files count. */
const TOTALS_MS = 2_000

/** The words of a workspace in one form, in the tables that `schema-search` makes. */
export function wordsIn(workspace: Workspace, form: number): KeptWords {
  const { database, id, objects } = workspace
  const place: WordsPlace = { sql: database, workspace: id, form, deleted: DELETED }
  let known: { readonly totals: Promise<Totals>; readonly at: number } | null = null

  function totals(): Promise<Totals> {
    if (!known || performance.now() - known.at > TOTALS_MS)
      known = { totals: totalsIn(place), at: performance.now() }
    return known.totals
  }

  async function holding(word: string): Promise<string[]> {
    const rows = await database.all(
      `select word from search_words where workspace_id = $1 and form = $2 and strpos(word, $3) > 1 order by word limit ${MOST_HOLDING}`,
      [id, form, word]
    )
    return rows.map((row) => textIn(row, 'word'))
  }

  /** The next files by a condition of `search_unread u` and `entries e`. */
  const filesBy = async (sql: string, values: readonly unknown[]): Promise<UnreadFile[]> =>
    (await database.all(sql, [id, form, ...values])).map(unreadIn)

  return {
    ...linkRowsIn(database, place),
    begin: () => beginForm(database, id, form),
    async unread(until) {
      const row = await database.one(
        'select count(*) count from search_unread where workspace_id = $1 and form = $2 and ($3::bigint is null or change <= $3)',
        [id, form, until ?? null]
      )
      return row ? numberIn(row, 'count') : 0
    },
    async lastUnread() {
      const row = await database.one(
        'select coalesce(max(change), 0) change from search_unread where workspace_id = $1 and form = $2',
        [id, form]
      )
      return row ? numberIn(row, 'change') : 0
    },
    async files() {
      const row = await database.one(
        `select count(*) count from entries where workspace_id = $1 and here and kind = 'file'`,
        [id]
      )
      return row ? numberIn(row, 'count') : 0
    },
    unnamed: (most) =>
      filesBy(
        `select ${UNREAD} from search_unread u join entries e on e.workspace_id = $1 and e.id = u.file_id
         where u.workspace_id = $1 and u.form = $2 and not u.named order by u.change desc limit $3`,
        [most]
      ),
    keepNames: (files) => keepRead(database, place, files, 'names'),
    async take(most, shared) {
      const found = await filesBy(
        `with next as materialized (
           select file_id from search_unread where workspace_id = $1 and form = $2
             and (not $4 or taken_until is null or taken_until < now())
           order by change desc limit $3 for update ${shared ? 'skip locked' : ''}),
         taken as (
           update search_unread u set taken_until = now() + make_interval(secs => $5)
           where workspace_id = $1 and form = $2 and file_id = any(array(select file_id from next))
           returning file_id, change)
         select ${UNREAD} from taken u join entries e on e.workspace_id = $1 and e.id = u.file_id
         where e.id = any(array(select file_id from next)) order by u.change desc`,
        [most, shared, TAKEN_MS / 1000]
      )
      if (found.length === 0) await forgetPurged()
      return found
    },
    async content({ hash }) {
      try {
        return await contentOf({ ...database, workspace: id, objects }, hash)
      } catch (error) {
        if (error instanceof GalleyError && error.reason === 'damaged') return null
        throw error
      }
    },
    async keep(files, waits) {
      await keepRead(database, place, files, waits ? 'wait' : 'pass')
      known = null
    },
    find: (asked) =>
      foundIn(
        place,
        asked,
        async (atom) => {
          const word = heldBy(atom)
          return word === null ? [] : holding(word)
        },
        totals
      ),
    async details(ids) {
      if (ids.length === 0) return []
      const rows = await database.all(
        `select l.* from (select ${FILE_COLUMNS} from ${thereAre(3)} and s.n = any($4::bigint[])) l order by array_position($4::bigint[], n)`,
        [id, form, DELETED, ids]
      )
      return rows.map((row) => ({
        id: numberIn(row, 'n'),
        file: textIn(row, 'file_id'),
        path: textIn(row, 'path'),
        kind: textIn(row, 'kind'),
        title: textIn(row, 'title'),
        hash: hashIn(row, 'hash'),
        changedAt: numberIn(row, 'at'),
        changedBy: toldBy(row)
      }))
    },
    async near({ word, most }) {
      if (word.length < 4) return []
      const slips = word.length < 6 ? 1 : 2
      const found: { readonly word: string; readonly distance: number }[] = []
      for (let after = ''; ;) {
        const page = await database.all(
          `select word from search_words where workspace_id = $1 and form = $2 and word > $3
             and char_length(word) <= $4 order by word limit ${PAGE}`,
          [id, form, after, word.length + slips]
        )
        for (const row of page) {
          after = textIn(row, 'word')
          if (Math.abs(after.length - word.length) > slips || after === word) continue
          const distance = distanceOf(after, word, slips)
          if (distance <= slips) found.push({ word: after, distance })
        }
        if (page.length < PAGE) break
      }
      return found
        .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
        .slice(0, most)
        .map((one) => one.word)
    }
  }

  /** What is noted of files that were purged is noted for nobody. */
  async function forgetPurged(): Promise<void> {
    await database.change(
      `delete from search_unread u where workspace_id = $1 and form = $2
         and not exists (select from entries e where e.workspace_id = $1 and e.id = u.file_id)`,
      [id, form]
    )
  }
}

const UNREAD = `u.file_id, u.change, ${PLACE}, e.hash, e.size`

const unreadIn = (row: Row): UnreadFile => ({
  file: textIn(row, 'file_id'),
  change: numberIn(row, 'change'),
  path: pathIn(row, 'path'),
  isConfig: booleanIn(row, 'is_config'),
  hash: hashIn(row, 'hash'),
  size: numberIn(row, 'size')
})

async function totalsIn({ sql, workspace, form, deleted }: WordsPlace): Promise<Totals> {
  const row = await sql.one(
    `select count(*) titles, count(*) filter (where s.hash is not null) words, coalesce(sum(s.title_tokens), 0)::bigint title_tokens,
       coalesce(sum(s.tokens) filter (where s.hash is not null), 0)::bigint tokens from ${thereAre(3)}`,
    [workspace, form, deleted]
  )
  const count = (name: string) => (row ? numberIn(row, name) : 0)
  return {
    words: { files: count('words'), tokens: count('tokens') },
    titles: { files: count('titles'), tokens: count('title_tokens') }
  }
}
