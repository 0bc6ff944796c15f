import { isShort } from '../../../common/search/clauses'
import { isOnlyNot, type WordsAtom } from '../../../common/search/question'
import type { Spelling } from '../../../common/search/spellings'
import type { Candidate, WordsAsked } from '../seam/words'
import type { Row, Sql } from './database'
import { numberIn, personIn, textIn } from './values'
import { FILE_COLUMNS, thereAre } from './words-places'
import { ranked, scoreOfOne } from './words-rank'
import {
  askedPeople,
  askedWords,
  phraseText,
  valuesFrom,
  type AskedWords,
  type Values
} from './words-question'

/** The words of one workspace in one form. */
export interface WordsPlace {
  readonly sql: Pick<Sql, 'all' | 'one'>
  readonly workspace: string
  readonly form: number
  /** sha256 of what stands for a config that was deleted. */
  readonly deleted: Buffer
}

/** How many files there are, and words in them: of these the weights of words are made. */
export interface Totals {
  readonly words: { readonly files: number; readonly tokens: number }
  readonly titles: { readonly files: number; readonly tokens: number }
}

/** All that may be hits, the best first (FI2): titles, then headings, then words; the same as `search/engine/find`. */
export async function foundIn(
  place: WordsPlace,
  asked: WordsAsked,
  holding: (atom: WordsAtom) => Promise<readonly string[]>,
  totals: () => Promise<Totals>
): Promise<Candidate[]> {
  const { question, sort, within, weighs, most } = asked
  const { clauses, patterns, linked } = question
  if ([...clauses, ...patterns, ...linked].every(isOnlyNot)) return []
  const words = askedWords(question, {
    scope: asked.scope,
    others: within ? await othersOf(asked, holding) : new Map(),
    people: await peopleIn(place, askedPeople(question))
  })
  const order = sort === 'path' ? BY_PATH : NEWEST
  if (words.wanted.length === 0) return inOrder(place, words, [], order, most)
  if (sort !== 'best' || within) {
    if (sort === 'best' && weighs) return inTier(place, words, WORDS, await totals(), most)
    return inOrder(place, words, [WORDS, TITLES], order, most)
  }
  const found = new Map<number, string>()
  const weighed = weighs && !isShort(question)
  const counted = weighed ? await totals() : null
  // headings hold a beginning of two letters as all words do
  const tiers = weighs && !weighed ? [TITLES, WORDS] : [TITLES, HEADS, WORDS]
  for (const tier of tiers) {
    if (found.size >= most) break
    const some = counted
      ? await inTier(place, words, tier, counted, most)
      : await inOrder(place, words, [tier], NEWEST, most)
    for (const [id, path] of some) if (!found.has(id)) found.set(id, path)
  }
  return [...found].slice(0, most)
}

interface Tier {
  readonly table: 'words' | 'titles'
  /** The columns that count; `''`: all. */
  readonly letters: string
  /** Of the columns D to A, as PostgreSQL takes them: at most 1. */
  readonly weights: string
  /** By what the weights are multiplied. */
  readonly scale: number
}

const TITLES: Tier = { table: 'titles', letters: '', weights: '{0,0.5,0.75,1}', scale: 4 }
const WORDS: Tier = { table: 'words', letters: '', weights: '{0.25,0.5,0.5,1}', scale: 2 }
const HEADS: Tier = { ...WORDS, letters: 'A' }

const NEWEST = 'at desc, path'
const BY_PATH = 'path'

/** Which file holds which phrase `q`. */
const hits = ({ table }: Tier) =>
  table === 'words'
    ? `select distinct q.i, q.c, p.file_id from q join search_parts p on p.words @@ q.t and p.workspace_id = $1 and p.form = $2`
    : `select q.i, q.c, p.file_id from q join search_files p on p.titles @@ q.t and p.workspace_id = $1 and p.form = $2`

const phrases = ({ wanted }: AskedWords, letters: string, values: Values): string => {
  const each = wanted.flatMap((clause, at) => clause.map((one) => [at, phraseText(one, letters)] as const))
  const clauses = values.add(each.map(([at]) => at))
  const texts = values.add(each.map(([, text]) => text))
  return `select c, t::tsquery t, i from unnest(${clauses}::int[], ${texts}::text[]) with ordinality x (c, t, i)`
}

/** Files `l` that hold one phrase of each clause in one of the tables, by something that is no weight. */
async function inOrder(
  place: WordsPlace,
  words: AskedWords,
  tables: readonly Tier[],
  order: string,
  most: number
): Promise<Candidate[]> {
  const values = valuesFrom(place.workspace, place.form, place.deleted)
  const among = tables.map((tier) => {
    const clauses = values.add(words.wanted.length)
    return `select file_id from (with q as (${phrases(words, tier.letters, values)}) ${hits(tier)}) h
      group by file_id having count(distinct c) = ${clauses}`
  })
  const only = among.length === 0 ? '' : ` and s.file_id in (${among.join(' union ')})`
  const condition = words.condition(values)
  return candidates(
    await place.sql.all(
      `select n, path from (select ${FILE_COLUMNS} from ${thereAre(3)}${only}) l where ${condition}
       order by ${order} limit ${values.add(most)}`,
      values.all,
      'seldom'
    )
  )
}

/**
 * The same by the weights of words. Of one phrase the database itself gives the best. What is put together of files, phrases and weights is put together here: PostgreSQL guesses badly how many
 * files hold a phrase, and joins what it takes for a few row by row.
 */
async function inTier(
  place: WordsPlace,
  words: AskedWords,
  tier: Tier,
  totals: Totals,
  most: number
): Promise<Candidate[]> {
  const { table, letters, weights, scale } = tier
  const { files, tokens } = totals[table]
  if (files === 0) return []
  const values = valuesFrom(place.workspace, place.form, place.deleted)
  const asked = phrases(words, letters, values)
  const [source, length] =
    table === 'words' ? ['search_parts', 'l.tokens'] : ['search_files', 'l.title_tokens']
  const weighed = `(
    select q.i, q.c, l.*, ${length} length, ts_rank_cd('${weights}', p.${table}, q.t)::float8 * ${scale} weight
    from q join ${source} p on p.${table} @@ q.t and p.workspace_id = $1 and p.form = $2
      join (select ${FILE_COLUMNS} from ${thereAre(3)}) l on l.file_id = p.file_id) l`
  const condition = words.condition(values)
  const average = tokens / files
  if (words.wanted.flat().length === 1) {
    const score = scoreOfOne('sum(weight)', 'min(length)', values.add(average))
    return candidates(
      await place.sql.all(
        // by itself (offset 0), so that each weight is reckoned once
        `with q as (${asked}) select n, min(path) path
         from (select n, path, length, weight from ${weighed} where ${condition} offset 0) one
         group by n order by ${score} desc, min(path) limit ${values.add(most)}`,
        values.all,
        'seldom'
      )
    )
  }
  const rows = await place.sql.all(
    `with q as (${asked}) select i::int i, c, n, path, length, weight, (${condition}) is true asked from ${weighed}`,
    values.all,
    'seldom'
  )
  return ranked(rows, words.wanted.length, { files, average }, most)
}

const candidates = (rows: readonly Row[]): Candidate[] =>
  rows.map((row) => [numberIn(row, 'n'), textIn(row, 'path')])

async function othersOf(
  { question }: WordsAsked,
  holding: (atom: WordsAtom) => Promise<readonly string[]>
): Promise<ReadonlyMap<WordsAtom, readonly string[]>> {
  const found = new Map<WordsAtom, readonly string[]>()
  for (const { atom } of question.clauses.flat())
    if (atom.kind === 'words') found.set(atom, await holding(atom))
  return found
}

/** Whom a part of a name or address may mean, in the letters of all scripts. */
async function peopleIn(
  { sql, workspace }: WordsPlace,
  asked: readonly string[]
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (asked.length === 0) return new Map()
  const rows = await sql.all(
    `select distinct by_whom from entries where workspace_id = $1 and here and kind = 'file'`,
    [workspace]
  )
  return new Map(
    asked.map((who) => [
      who,
      rows.filter((row) => toldBy(row).toLowerCase().includes(who)).map((row) => textIn(row, 'by_whom'))
    ])
  )
}

/** E-mail, and behind a line end the name. */
export function toldBy(row: Row): string {
  const { email, name } = personIn(row, 'by_whom')
  return name === undefined ? email : `${email}\n${name}`
}

/** What a word has to hold, to be one of those that hold what is asked for. */
export function heldBy({ spellings }: { readonly spellings: readonly Spelling[] }): string | null {
  const [first] = spellings
  const wanted = first?.words.length === 1 ? (first.words[0] ?? '') : ''
  return wanted.length < 3 ? null : wanted
}
