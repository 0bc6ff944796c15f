import { askedClauses } from '../../../common/search/clauses'
import type { Filter } from '../../../common/search/filters'
import type { Part, Question, WordsAtom } from '../../../common/search/question'
import { spellingsOf, type Spelling } from '../../../common/search/spellings'
import { isBelow } from './words-places'

/** Values of one statement, each by its number. */
export interface Values {
  readonly all: readonly unknown[]
  /** @returns what stands for it, such as `$3` */
  add(value: unknown): string
}

export function valuesFrom(...first: readonly unknown[]): Values {
  const all = [...first]
  return { all, add: (value) => `$${all.push(value)}` }
}

/** A question in the words of the database. */
export interface AskedWords {
  /** One phrase of each clause must be there. */
  readonly wanted: readonly (readonly Spelling[])[]
  /** Conditions of files `l`, whose columns are `FILE_COLUMNS`. */
  condition(values: Values): string
}

interface Known {
  readonly scope: string
  /** Further words for one that was asked for: those that hold it somewhere. */
  readonly others: ReadonlyMap<WordsAtom, readonly string[]>
  /** Who wrote something, as the tables say it, by what their name or address has to hold. */
  readonly people: ReadonlyMap<string, readonly string[]>
}

export function askedWords(question: Question, known: Known): AskedWords {
  const { wanted, unwanted, others } = askedClauses(question)
  const phrases = (atom: WordsAtom) => [
    ...atom.spellings,
    ...(known.others.get(atom) ?? []).map((word) => ({ words: [word], isOpen: false }))
  ]
  return {
    wanted: wanted.map((atoms) => atoms.flatMap(phrases)),
    condition(values) {
      const { scope } = known
      const all = others.map((clause) =>
        clause.map((part) => conditionOf(part, phrases, known, values)).join(' or ')
      )
      if (scope !== '/') {
        const at = values.add(scope)
        all.push(`path = ${at} or path >= ${at} || '/' and path < ${at} || '0'`)
      }
      if (unwanted.length > 0) all.push(`not ${holding('words', unwanted.flatMap(phrases), values)}`)
      return all.length === 0 ? 'true' : all.map((one) => `(${one})`).join(' and ')
    }
  }
}

/** As a `tsquery`. @param letters the columns that it is looked for in; default: all */
export function phraseText({ words, isOpen }: Spelling, letters = ''): string {
  return words
    .map((word, at) => {
      const how = `${isOpen && at === words.length - 1 ? '*' : ''}${letters}`
      return `'${word.replace(/['\\]/g, '')}'${how === '' ? '' : `:${how}`}`
    })
    .join(' <-> ')
}

/** Files of which a part holds one of the phrases. */
function holding(
  table: 'words' | 'titles',
  phrases: readonly Spelling[],
  values: Values,
  letters = ''
): string {
  if (phrases.length === 0) return 'false'
  const asked = values.add(phrases.map((one) => `(${phraseText(one, letters)})`).join(' | '))
  return table === 'words'
    ? `(file_id in (select p.file_id from search_parts p where p.workspace_id = $1 and p.form = $2 and p.words @@ ${asked}::tsquery))`
    : `(file_id in (select t.file_id from search_files t where t.workspace_id = $1 and t.form = $2 and t.titles @@ ${asked}::tsquery))`
}

function conditionOf(
  { not, atom }: Part,
  phrases: (atom: WordsAtom) => readonly Spelling[],
  known: Known,
  values: Values
): string {
  const found =
    atom.kind === 'words'
      ? holding('words', phrases(atom), values)
      : filterCondition(atom.filter, known, values)
  return not ? `not (${found})` : `(${found})`
}

function filterCondition(filter: Filter, { people }: Known, values: Values): string {
  switch (filter.name) {
    case 'path': {
      const { folder } = filter
      const place = folder.startsWith('/') ? folder : `/${folder}`
      return isBelow('key', `${values.add(place === '/' ? '' : place)}::text`)
    }
    case 'kind':
      return `kind = any(${values.add(filter.kinds)}::text[])`
    case 'by':
      return `by_whom = any(${values.add(people.get(filter.who) ?? [])}::text[])`
    case 'label':
      // versions have names, and files that are there have none
      return 'false'
    case 'changed': {
      const { from, to } = filter.when
      const most = Number.MAX_SAFE_INTEGER
      return `at >= ${values.add(Math.max(from, 0))} and at < ${values.add(Math.min(to, most))}`
    }
    case 'is':
      return states[filter.state]
    case 'title':
    case 'tag': {
      const letter = filter.name === 'title' ? 'A' : 'C'
      return holding('titles', spellingsOf(filter.text, true), values, letter)
    }
  }
}

const publishedIn = (environment: string, more = '') =>
  `exists (select from published u where u.workspace_id = $1 and u.environment = '${environment}' and u.path = place
     and u.moved_to is null and not is_config${more})`

const states = {
  live: publishedIn('live'),
  preview: publishedIn('preview'),
  unpublished: `not ${publishedIn('live')} and not ${publishedIn('preview')}`,
  changed: publishedIn('live', ' and u.hash <> l.hash')
} as const

/** Of all questions, those that ask who wrote something. */
export const askedPeople = ({ clauses }: Question): string[] =>
  clauses.flatMap((clause) =>
    clause.flatMap(({ atom }) =>
      atom.kind === 'filter' && atom.filter.name === 'by' ? [atom.filter.who] : []
    )
  )
