import type { SearchAnswer, SearchHit } from '../../common/search/answer'
import { searchKinds } from '../../common/search/filters'
import { ROOT, type ContentPath } from '../../common/content/paths'
import { wantedOf } from '../../common/search/marks'
import { noteOf } from '../../common/search/notes'
import type { Pattern } from '../../common/search/pattern'
import { readQuestion, type Question } from '../../common/search/question'
import type { Wanted } from '../../common/search/places'
import type { Known } from '../http/asked'
import type { Outputs, Workers } from '../workers'
import type { Questions } from './questions'
import type { Corpus, HitContent } from './corpus'
import type { Asked } from './engine/find'
import type { Candidate, Details } from './engine/types'
import type { Following } from './follow'
import { linkedOnly, type FurtherTest } from './linked'
import { lookThrough } from './look-through'
import { shownPath } from './readable'
import { afterToken, type SearchRequest } from './request'
import type { Store } from '../store/types'

export interface AnswerParts {
  readonly store: Store
  readonly index: Questions
  readonly following: Following
  readonly workers: Workers
  readonly linked: FurtherTest
}

/** What is asked, and in what. */
interface Asking extends Omit<AnswerParts, 'following' | 'store'> {
  readonly store: Store
  readonly following: Pick<Following, 'state'>
  readonly corpus: Corpus
}

/** So many hits are counted; what is more is told as more. */
const COUNTED = 1000
/** Of the whole workspace, for who may not read all of it. */
export const JUDGED = 100_000
/** With fewer hits than a page has, words that only hold what is asked for count too. */
const FEW = 20
/** So many words that may be meant are tried. */
const NEAR = 20
const NEAR_AMONG_ALL = 200
/** Files that are looked through for one answer, and for how long. */
const LOOKED = { files: 500, ms: 4000 } as const
/** So many of them at a time. */
const TOGETHER = 8

/** Answers a question for a caller (FI2, FI4). */
export async function answerOf(
  parts: Asking,
  asked: Known,
  scope: ContentPath,
  question: Question,
  request: SearchRequest
): Promise<SearchAnswer> {
  // what is not read before it is looked for is not found, however soon afterwards it is
  const before = parts.following.state()
  const found = question.isEmpty
    ? []
    : await foundBy(parts, asked, scopeOf(question, scope), question, request)
  const isExact = request.exact.case || request.exact.word
  const wanted: Wanted = { words: wantedOf(question), within: found.length < FEW, ...request.exact }
  const shown =
    question.patterns.length > 0
      ? await matched(parts, asked, found, question, isExact ? wanted : null, request)
      : isExact
        ? await lookedThrough(parts, found, wanted, request)
        : await page(parts, found, wanted, request)
  const { next, hits } = shown
  const meant =
    hits.length === 0 && request.from === 0 && question.patterns.length + question.linked.length === 0
      ? await meantBy(parts, asked, scope, question, request)
      : null
  const reading = before ?? parts.following.state()
  return {
    notes: [
      ...question.notes,
      ...(shown.slow ?? []).map(({ start, end }) => noteOf('slow-pattern', start, end))
    ],
    hits,
    total: Math.min(shown.total, COUNTED),
    totalIs: shown.total > COUNTED || shown.looked !== undefined ? 'at-least' : 'exact',
    ...(next !== null && { next: afterToken(asked.url, next) }),
    ...(meant !== null && { meant }),
    state:
      shown.looked !== undefined
        ? { kind: 'looking', looked: shown.looked, of: found.length }
        : reading === null
          ? { kind: 'complete' }
          : { kind: 'reading', ...(asked.access.unrestricted && reading) }
  }
}

/** Where a question looks, when it says so itself. */
export function scopeOf({ place }: Question, scope: ContentPath): ContentPath {
  return place === 'everywhere' ? ROOT : scope
}

async function foundBy(
  { index, corpus, linked }: Asking,
  asked: Known,
  scope: ContentPath,
  question: Question,
  { from, limit, sort }: SearchRequest
): Promise<Candidate[]> {
  const { unrestricted } = asked.access
  // what is looked through for patterns is none of the hits yet
  const isLookedThrough = question.patterns.length > 0
  const isLinked = question.linked.length > 0
  const enough = isLookedThrough || isLinked ? JUDGED : Math.max(COUNTED + 1, from + limit + 1)
  const ask: Asked = {
    question,
    scope,
    was: corpus.was,
    // an order that stays what it is from one page to the next
    sort: isLookedThrough && wantedOf(question).length === 0 && sort === 'best' ? 'path' : sort,
    weighs: unrestricted,
    most: unrestricted ? enough : JUDGED,
    within: false
  }
  const only = await linkedOnly(linked, asked, question)
  const found = only(await corpus.readable(await index.find(ask), enough))
  if (found.length >= FEW || wantedOf(question).length === 0) return found
  const known = new Set(found.map(([id]) => id))
  const further = await index.find({ ...ask, within: true })
  return [
    ...found,
    ...only(
      await corpus.readable(
        further.filter(([id]) => !known.has(id)),
        enough
      )
    )
  ]
}

interface Page {
  readonly hits: SearchHit[]
  readonly total: number
  /** Where the next page begins; null: this is the last. */
  readonly next: number | null
  readonly looked?: number
  /** Patterns that some files were not looked through for. */
  readonly slow?: readonly Pattern[]
}

async function page(
  parts: Asking,
  found: readonly Candidate[],
  wanted: Wanted,
  { from, limit }: SearchRequest
): Promise<Page> {
  return {
    hits: await hitsOf(parts, found.slice(from, from + limit), wanted),
    total: found.length,
    next: from + limit < found.length ? from + limit : null
  }
}

/** What words alone cannot tell is looked for in one file after the other. */
async function lookedThrough(
  parts: Asking,
  found: readonly Candidate[],
  wanted: Wanted,
  { from, limit }: SearchRequest
): Promise<Page> {
  const hits: SearchHit[] = []
  const until = performance.now() + LOOKED.ms
  let at = from
  while (at < found.length && hits.length < limit && at - from < LOOKED.files && performance.now() < until) {
    const some = found.slice(at, at + TOGETHER)
    hits.push(...(await hitsOf(parts, some, wanted)).filter(({ places }) => places.length > 0))
    at += some.length
  }
  if (at >= found.length) return { hits, total: hits.length, next: null }
  return { hits, total: hits.length, next: at, looked: at }
}

/** What the index cannot know is looked for in one file after the other (FI6). */
async function matched(
  parts: Asking,
  asked: Known,
  found: readonly Candidate[],
  { patterns }: Question,
  exact: Wanted | null,
  { from, limit }: SearchRequest
): Promise<Page> {
  const looked = await lookThrough({ ...parts, asked }, found.slice(from), { patterns, exact, limit })
  const details = new Map<number, Details>()
  const ids = looked.found.map(({ candidate: [id] }) => id)
  for (const one of await parts.index.details(ids)) details.set(one.id, one)
  const hits = looked.found.flatMap(({ candidate: [id], places }) => {
    const one = details.get(id)
    return one ? [{ ...toldOf(one), ...places }] : []
  })
  const slow = looked.isSlow ? patterns.flat() : []
  const at = from + looked.looked
  const isOver = at >= found.length || looked.isGivenUp
  return { hits, total: hits.length, next: isOver ? null : at, slow, ...(!isOver && { looked: at }) }
}

async function hitsOf(parts: Asking, found: readonly Candidate[], wanted: Wanted): Promise<SearchHit[]> {
  const details = await parts.index.details(found.map(([id]) => id))
  const hits = await Promise.all(details.map((one) => hitOf(parts, one, wanted)))
  return hits.filter((hit) => hit !== null)
}

/** Null for what is gone, or is not the caller's to read, since the index was asked. */
async function hitOf(parts: Asking, details: Details, wanted: Wanted): Promise<SearchHit | null> {
  const content = await parts.corpus.contentOf(details)
  return content && { ...toldOf(details), ...content.hit, ...(await placesOf(parts, content, wanted)) }
}

async function placesOf(
  { workers }: Asking,
  { path, bytes, went, hit: { was } }: HitContent,
  wanted: Wanted
): Promise<Outputs['places'] & Pick<SearchHit, 'was'>> {
  if (wanted.words.length === 0) return nowhere
  const beside = (went?.next?.length ?? 0) + (went?.now?.length ?? 0)
  const how = { tenant: 'search', bytes: bytes.length + beside, urgent: true }
  try {
    if (!went || was?.kind !== 'history')
      return await workers.run('places', how, () => ({ path, bytes, wanted }))
    const { stands, ...found } = await workers.run('gone-places', how, () => ({
      path,
      bytes,
      ...went,
      wanted
    }))
    return { ...found, was: { ...was, stands } }
  } catch {
    return nowhere
  }
}

const nowhere: Outputs['places'] = { places: [], more: 0 }

function toldOf({ file, kind, title, changedAt, changedBy, path }: Details) {
  const [email = '', name] = changedBy.split('\n')
  return {
    path: shownPath(path),
    id: file,
    kind: searchKinds.find((one) => one === kind) ?? 'other',
    title,
    changedAt,
    by: name === undefined ? { email } : { email, name }
  }
}

/** The question with another word, when that has a hit that the caller may read. */
async function meantBy(
  parts: Asking,
  asked: Known,
  scope: ContentPath,
  question: Question,
  request: SearchRequest
): Promise<string | null> {
  for (const { text, spellings } of wantedOf(question)) {
    const word = spellings[0]?.words.length === 1 ? spellings[0].words[0] : undefined
    if (word === undefined) continue
    // words of what somebody may not read take no place of others
    const most = asked.access.unrestricted ? NEAR : NEAR_AMONG_ALL
    for (const near of await parts.index.near({ word, most })) {
      const q = request.q.replace(text, near)
      const other = readQuestion(q, Date.now())
      if (await isFound(parts, asked, scopeOf(other, scope), other)) return q
    }
  }
  return null
}

/** Whether anything that the caller may read has these words as they are. */
async function isFound(
  { index, corpus }: Asking,
  asked: Known,
  scope: ContentPath,
  question: Question
): Promise<boolean> {
  const { unrestricted } = asked.access
  const most = unrestricted ? 1 : JUDGED
  const found = await index.find({
    question,
    scope,
    was: corpus.was,
    sort: 'changed',
    weighs: false,
    most,
    within: false
  })
  return (await corpus.readable(found, 1)).length > 0
}
