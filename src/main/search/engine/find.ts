import type { Database } from 'node-sqlite3-wasm'
import { isShort } from '../../../common/search/clauses'
import { isOnlyNot } from '../../../common/search/question'
import type { WordsAsked } from '../../store/types'
import { compiled, type Compiled } from './compile'
import type { Candidate, Details, Was } from './types'
import type { Vocabulary } from './vocabulary'

export interface Asked extends WordsAsked {
  /** In the index of what was: which of it. */
  readonly was?: Was | undefined
}

/** All that may be hits, the best first (FI2): titles, then headings, then words. */
export function candidates(db: Database, vocabulary: Vocabulary, asked: Asked): Candidate[] {
  const { question, scope, sort, within } = asked
  const { clauses, patterns, linked } = question
  if ([...clauses, ...patterns, ...linked].every(isOnlyNot)) return []
  const terms = among(
    asked,
    compiled(question, scope, within ? (atom) => vocabulary.holding(atom) : undefined)
  )
  const { wanted } = terms
  if (wanted === null) return byConditions(db, terms, sort === 'path' ? 'd.path' : NEWEST, asked.most)
  if (sort !== 'best' || within) {
    if (sort === 'best' && asked.weighs) return inTier(db, 'words', wanted, terms, WORDS_WEIGHED, asked.most)
    // what is not read yet has its name in the titles alone
    const either =
      'd.id in (select rowid from words where words match ? union select rowid from titles where titles match ?)'
    const conditions = [{ sql: either, values: [wanted, wanted] }, ...terms.conditions]
    return byConditions(db, { ...terms, conditions }, sort === 'path' ? 'd.path' : NEWEST, asked.most)
  }
  const found = new Map<number, string>()
  const weighs = asked.weighs && !isShort(question)
  const tiers = [
    ['titles', wanted, weighs ? TITLES_WEIGHED : NEWEST],
    // headings hold a beginning of two letters as all words do
    ...(asked.weighs && !weighs
      ? []
      : [['words', `heads : (${wanted})`, weighs ? WORDS_WEIGHED : NEWEST] as const]),
    ['words', wanted, weighs ? WORDS_WEIGHED : NEWEST]
  ] as const
  for (const [table, match, order] of tiers) {
    if (found.size >= asked.most) break
    for (const [id, path] of inTier(db, table, match, terms, order, asked.most))
      if (!found.has(id)) found.set(id, path)
  }
  return [...found].slice(0, asked.most)
}

const among = ({ was }: Asked, terms: Compiled): Compiled =>
  was === undefined
    ? terms
    : { ...terms, conditions: [...terms.conditions, { sql: 'd.was = ?', values: [was] }] }

/** What the documents of these numbers are, in this order. */
export function detailsOf(db: Database, ids: readonly number[]): Details[] {
  return ids.flatMap((id) => {
    const row = db.get('select * from doc where id = ?', [id])
    if (!row) return []
    const text = (name: string) => String(row[name])
    return {
      id,
      file: text('file'),
      path: text('path'),
      kind: text('kind'),
      title: text('title'),
      hash: text('hash'),
      changedAt: Number(row['changed_at']),
      changedBy: text('changed_by')
    }
  })
}

const NEWEST = 'd.changed_at desc, d.path'
const TITLES_WEIGHED = 'bm25(titles, 4, 3, 2), d.path'
const WORDS_WEIGHED = 'bm25(words, 2, 1, 1, 0.5), d.path'

function inTier(
  db: Database,
  table: 'titles' | 'words',
  match: string,
  terms: Compiled,
  order: string,
  most: number
): Candidate[] {
  const { unwanted, conditions } = terms
  if (order === NEWEST && isOfMany(db, table, match)) return newestOf(db, table, match, terms, most)
  const whole = unwanted !== null && table === 'words' ? `(${match}) NOT (${unwanted})` : match
  const where = [`${table} match ?`, ...conditions.map(({ sql }) => sql)]
  const values: (string | number)[] = [whole, ...conditions.flatMap((one) => one.values)]
  if (unwanted !== null && table === 'titles') {
    where.push('d.id not in (select rowid from words where words match ?)')
    values.push(unwanted)
  }
  return rows(
    db,
    `select d.id, d.path from ${table} join doc d on d.id = ${table}.rowid where ${where.join(' and ')} order by ${order} limit ?`,
    [...values, most]
  )
}

/** More than these are sooner looked for among the newest than put in order. */
const MANY = 5000

function isOfMany(db: Database, table: 'titles' | 'words', match: string): boolean {
  const found = db.get(
    `select count(*) as many from (select 1 from ${table} where ${table} match ? limit ${MANY})`,
    [match]
  )
  return found?.['many'] === MANY
}

/** The newest of many: all are gone through by when they changed, until there are enough. */
function newestOf(
  db: Database,
  table: 'titles' | 'words',
  match: string,
  { unwanted, conditions }: Compiled,
  most: number
): Candidate[] {
  const own = { sql: `d.id in (select rowid from ${table} where ${table} match ?)`, values: [match] }
  return byConditions(
    db,
    { wanted: null, unwanted, conditions: [own, ...conditions] },
    NEWEST,
    most,
    'indexed by doc_changed'
  )
}

function byConditions(
  db: Database,
  { unwanted, conditions }: Compiled,
  order: string,
  most: number,
  how = ''
): Candidate[] {
  const where = conditions.map(({ sql }) => sql)
  const values: (string | number)[] = conditions.flatMap((one) => one.values)
  if (unwanted !== null) {
    where.push('d.id not in (select rowid from words where words match ?)')
    values.push(unwanted)
  }
  const sql = `select d.id, d.path from doc d ${how} ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by ${order} limit ?`
  return rows(db, sql, [...values, most])
}

function rows(db: Database, sql: string, values: (string | number)[]): Candidate[] {
  const statement = db.prepare(sql)
  try {
    return statement.all(values).map(({ id, path }) => [Number(id), String(path)])
  } finally {
    statement.finalize()
  }
}
