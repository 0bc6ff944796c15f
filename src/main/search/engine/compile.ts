import type { Filter } from '../../../common/search/filters'
import { askedClauses } from '../../../common/search/clauses'
import type { Part, Question, WordsAtom } from '../../../common/search/question'
import { spellingsOf, type Spelling } from '../../../common/search/spellings'

/** A question in the words of the database. */
export interface Compiled {
  /** What the words must be, for FTS5; null when no words are asked for. */
  readonly wanted: string | null
  /** What they must not be. */
  readonly unwanted: string | null
  /** Conditions of `doc d`, all of which must hold. */
  readonly conditions: readonly Condition[]
}

interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/**
 * Only words, phrases, `title:` and `tag:` reach FTS5, each quoted by us.
 * @param others further words for one that was asked for: those that hold it somewhere
 */
export function compiled(
  question: Question,
  scope: string,
  others: (atom: WordsAtom) => readonly string[] = () => []
): Compiled {
  const asked = askedClauses(question)
  const wanted = asked.wanted.map((words) => anyOf(words.map((atom) => atomText(atom, others))))
  const unwanted = asked.unwanted.map((atom) => atomText(atom, others))
  const conditions: Condition[] = scope === '/' ? [] : [below(scope, false)]
  for (const clause of asked.others) {
    const some = clause.map((part) => conditionOf(part, others))
    conditions.push({
      sql: `(${some.map(({ sql }) => sql).join(' or ')})`,
      values: some.flatMap(({ values }) => values)
    })
  }
  return {
    wanted: wanted.length === 0 ? null : wanted.map((one) => `(${one})`).join(' AND '),
    unwanted: unwanted.length === 0 ? null : anyOf(unwanted),
    conditions
  }
}

const anyOf = (texts: readonly string[]) => texts.map((one) => `(${one})`).join(' OR ')

function atomText(atom: WordsAtom, others: (atom: WordsAtom) => readonly string[]): string {
  return [...atom.spellings.map(phraseOf), ...others(atom).map((word) => quoted(word))].join(' OR ')
}

const phraseOf = ({ words, isOpen }: Spelling) => `${quoted(words.join(' '))}${isOpen ? ' *' : ''}`

const quoted = (words: string) => `"${words.replaceAll('"', '')}"`

function conditionOf({ not, atom }: Part, others: (atom: WordsAtom) => readonly string[]): Condition {
  const found =
    atom.kind === 'words' ? inTable('words', atomText(atom, others)) : filterCondition(atom.filter)
  return not ? { ...found, sql: `not (${found.sql})` } : found
}

const inTable = (table: 'words' | 'titles', match: string): Condition => ({
  sql: `d.id in (select rowid from ${table} where ${table} match ?)`,
  values: [match]
})

function filterCondition(filter: Filter): Condition {
  switch (filter.name) {
    case 'path':
      return below(filter.folder, true)
    case 'kind':
      return {
        sql: `d.kind in (${filter.kinds.map(() => '?').join(', ')})`,
        values: filter.kinds
      }
    case 'by':
      return { sql: 'instr(in_small(d.changed_by), ?) > 0', values: [filter.who] }
    case 'label':
      return { sql: "instr(ifnull(d.label, ''), ?) > 0", values: [filter.text] }
    case 'changed':
      return {
        sql: 'd.changed_at >= ? and d.changed_at < ?',
        values: [Math.max(filter.when.from, 0), Math.min(filter.when.to, Number.MAX_SAFE_INTEGER)]
      }
    case 'is':
      return { sql: states[filter.state], values: [] }
    case 'title':
    case 'tag': {
      const spellings = spellingsOf(filter.text, true)
      if (spellings.length === 0) return { sql: 'false', values: [] }
      const column = filter.name === 'title' ? 'title' : 'tags'
      return inTable('titles', `${column} : (${spellings.map(phraseOf).join(' OR ')})`)
    }
  }
}

const states = {
  live: 'd.live is not null',
  preview: 'd.preview is not null',
  unpublished: '(d.live is null and d.preview is null)',
  changed: '(d.live is not null and d.live <> d.hash)'
} as const

/**
 * At or below a folder, of the whole workspace or of whichever site, also without its extension.
 * @param inSite as a person writes it: capitals do not count, and it may be a path in the site
 */
function below(folder: string, inSite: boolean): Condition {
  if (!inSite)
    return {
      sql: '(d.path = ? or (d.path >= ? and d.path < ?))',
      values: [folder, `${folder}/`, `${folder}0`]
    }
  const wanted = folder.startsWith('/') ? folder : `/${folder}`
  return { sql: 'is_below(d.path_key, ?)', values: [wanted === '/' ? '' : wanted] }
}
