import type { ContentPath } from '../../common/content/paths'
import { contentPath, isHidden, isWithin, segmentsOf } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { formatOfPath } from '../../common/formats/files'
import { schemaAddress, schemaNameIn } from '../../common/formats/structured'
import type { Breaks, Cannot, ReplaceAnswer, ReplaceRequest } from '../../common/replace/answers'
import { findOf, type Find } from '../../common/replace/find'
import type { Replaced } from '../../common/replace/replacing'
import { wantedOf } from '../../common/search/marks'
import { noteSentence } from '../../common/search/note-sentences'
import { noteOf, type Note } from '../../common/search/notes'
import type { Pattern } from '../../common/search/pattern'
import { readQuestion, type Question } from '../../common/search/question'
import { personOf } from '../callers/people'
import type { Running } from '../events/long-work'
import { etagOf } from '../http/entity-tags'
import type { Known } from '../http/asked'
import { pathInForm } from '../http/request-path'
import type { Content } from '../permissions/content'
import type { Edit } from '../store/types'
import type { Person } from '../../common/person'
import { JUDGED, scopeOf, type AnswerParts } from './answer'
import { inBounds, MOST_SLOW } from './bounded'
import { configAt } from './marks'
import { linkedOnly } from './linked'
import { readable } from './readable'

/** Makes several documents other ones as one change that is remembered (LK4). Resolves to its id. */
export type ChangeTogether = (
  content: Content,
  doing: {
    readonly what: 'replace'
    readonly edits: readonly Edit[]
    readonly links: number
    readonly by: Person
    readonly signal?: AbortSignal
    readonly onProgress?: (done: number, total: number) => void
  }
) => Promise<string>

interface ReplaceParts extends AnswerParts {
  /** The folder of a site that schemas lie in. */
  readonly serviceFolderName: () => Promise<string>
  readonly changeTogether: ChangeTogether
}

/** For so long a dry run looks through files for one answer, and so many of them it tells. */
const ANSWER_MS = 1500
const MOST_FILES = 100
const BATCH = { files: 32, bytes: 512 * 1024 } as const
/** Reading and reading again costs what the file costs; a pattern may take any time. */
const LIMITS = { batch: 6000, file: 2000 } as const
/** What is larger stays as it is. */
const MOST_BYTES = 16 * 1024 * 1024
/** The new contents of one change are in memory together. */
const MOST_TOGETHER = 256 * 1024 * 1024

/** A file to be looked at; with what a dry run told of it, when it comes from one. */
interface Chosen {
  readonly path: ContentPath
  readonly etag?: string
  readonly except: readonly number[]
}

/**
 * Replaces words in files that the caller may write (RP1 to RP4): in a dry run it tells what would be written,
 * else it writes all of it as one change.
 * @throws GalleyError bad-request when the question is not one thing to be replaced · bad-path · too-large
 */
export async function replaceIn(
  parts: ReplaceParts,
  asked: Known,
  scope: ContentPath,
  request: ReplaceRequest,
  { signal, onProgress }: Running
): Promise<ReplaceAnswer> {
  const question = readQuestion(request.q, Date.now())
  const find = wantedFind(question, request)
  if ('kind' in find) {
    if (!request.dry) throw new GalleyError('bad-request', noteSentence(find, request.q), { where: 'q' })
    return { ...nothingFound, notes: [...question.notes.filter((one) => one !== find), find] }
  }
  const chosen = request.files
    ? named(scopeOf(question, scope), request.files)
    : await filesFor(parts, asked, scope, question)
  const until = request.dry && !request.files ? performance.now() + ANSWER_MS : Infinity
  const found: ReplaceAnswer['found'][number][] = []
  const cannot: Cannot[] = []
  const breaks: Breaks[] = []
  const schemaPageOf = schemaPages(asked, await parts.serviceFolderName())
  const left: string[] = []
  const edits: Edit[] = []
  let places = 0
  let size = 0
  let slow = 0
  let at = request.dry ? request.after : 0
  while (at < chosen.length && slow < MOST_SLOW) {
    if (signal.aborted) throw new GalleyError('cancelled', 'Cancelled. Nothing was changed.')
    if (request.dry && (performance.now() > until || (!request.files && found.length >= MOST_FILES))) break
    const batch = await nextBatch(asked, chosen, at, left, schemaPageOf)
    for (const path of batch.large) cannot.push({ path, why: 'unreadable' })
    const answers = await inBounds(batch.sources, LIMITS, (some, limit) =>
      parts.workers.run(
        find.isPattern ? 'replace-pattern' : 'replace',
        { tenant: 'patterns', bytes: some.reduce((sum, { bytes }) => sum + bytes.length, 0), signal, limit },
        () => ({
          documents: some.map(({ path, bytes, except, schemaPage }) => ({
            path,
            bytes: bytes.slice(),
            except,
            schemaPage: schemaPage && schemaPage.slice()
          })),
          replacing: { find, by: request.with, addresses: request.addresses }
        })
      )
    )
    for (const [index, answer] of answers.entries()) {
      const source = batch.sources[index]
      if (!source) continue
      const { path, hash } = source
      if (answer === 'slow') slow += 1
      for (const one of cannotOf(path, answer, source.mayWrite)) cannot.push(one)
      if (answer === 'slow' || answer.text === null || !source.mayWrite) continue
      places += answer.count
      for (const one of answer.breaks) if (breaks.length < MOST_BREAKS) breaks.push({ path, ...one })
      if (request.dry) found.push({ path, etag: etagOf(hash), places: [...answer.places], more: answer.more })
      else edits.push({ path, from: hash, to: encoder.encode(answer.text) })
      size += request.dry ? 0 : answer.text.length
    }
    if (size > MOST_TOGETHER)
      throw new GalleyError('too-large', 'This is more than can be changed at once. Replace it in parts.')
    at = batch.end
    // looking is the first half of replacing
    onProgress?.(at, request.dry ? chosen.length : chosen.length * 2)
  }
  const written = (done: number, total: number) =>
    onProgress?.(chosen.length + Math.floor((done / total) * chosen.length), chosen.length * 2)
  const made = request.dry
    ? { change: null, files: found.length }
    : await changed(parts, asked, { edits, places, left, signal, onProgress: written })
  return {
    ...made,
    places: made.files === 0 ? 0 : places,
    found,
    cannot,
    breaks: made.files === 0 ? [] : breaks.filter(({ path }) => !left.includes(path)),
    left,
    notes: [...question.notes],
    looked: at,
    of: chosen.length,
    ...(at < chosen.length && slow < MOST_SLOW && { next: at })
  }
}

const encoder = new TextEncoder()

const nothingFound = {
  change: null,
  files: 0,
  places: 0,
  found: [],
  cannot: [],
  breaks: [],
  left: [],
  looked: 0,
  of: 0
} as const

/** The one thing of a question that is to be replaced; a note when it is not one. */
function wantedFind(
  question: Question,
  exact: { readonly case: boolean; readonly word: boolean }
): Find | Note {
  const words = wantedOf(question)
  const patterns = question.patterns.flat()
  const [pattern] = patterns
  const [only] = words
  const fault = question.notes.find(({ kind }) => kind === 'bad-pattern')
  if (fault) return fault
  if (question.past !== null) return noteOf('only-now', 0, 0)
  if (pattern && !pattern.not && patterns.length === 1 && words.length === 0)
    return { source: pattern.source, flags: pattern.flags, isPattern: true, hint: null }
  if (only && words.length === 1 && patterns.length === 0 && only.text.trim() !== '')
    return findOf(only.text, exact)
  return noteOf('not-one', 0, 0)
}

function named(scope: ContentPath, files: NonNullable<ReplaceRequest['files']>): Chosen[] {
  return files.map(({ path: text, etag, except }) => {
    const path = pathInForm(text)
    if (!isWithin(path, scope))
      throw new GalleyError('bad-path', 'The file lies elsewhere than what is asked for.', { where: text })
    // schemas, and what else no search tells of
    if (segmentsOf(path).some(isHidden))
      throw new GalleyError('bad-path', 'What lies in a dot folder is not replaced.', { where: text })
    return { path, etag, except }
  })
}

/** Every file that it may be in, of those that the caller may read: in the order of their paths. */
async function filesFor(
  { index, following, linked }: AnswerParts,
  asked: Known,
  scope: ContentPath,
  question: Question
): Promise<Chosen[]> {
  await following.placed()
  const isFound = (clause: Question['clauses'][number]) =>
    clause.some(({ not, atom }) => !not && atom.kind === 'words')
  // where a word is, the index knows; what it is part of, only the file does
  const anything: Pattern = { source: '', flags: '', not: false, literal: null, start: 0, end: 0 }
  const others: Question = {
    ...question,
    clauses: question.clauses.filter((clause) => !isFound(clause)),
    patterns: [[anything]]
  }
  // what is to be left out by what it says is known once that is read
  if (others.clauses.length > 0) await following.settled()
  const found = await index.find({
    question: others,
    scope: scopeOf(question, scope),
    sort: 'path',
    weighs: false,
    most: JUDGED,
    within: false
  })
  const only = await linkedOnly(linked, asked, question)
  return only(await readable(asked, found, JUDGED)).flatMap(([, indexed]) => {
    if (configAt(indexed) !== null) return []
    const path = contentPath(indexed)
    return formatOfPath(path) === 'media' ? [] : [{ path, except: [] }]
  })
}

async function nextBatch(
  { access, content }: Known,
  chosen: readonly Chosen[],
  from: number,
  left: string[],
  schemaPageOf: ReturnType<typeof schemaPages>
) {
  const sources: (Chosen & {
    bytes: Uint8Array
    hash: string
    mayWrite: boolean
    schemaPage: Uint8Array | null
  })[] = []
  const large: ContentPath[] = []
  let size = 0
  let end = from
  while (end < chosen.length && end - from < BATCH.files && size < BATCH.bytes) {
    const one = chosen[end]
    end += 1
    if (!one) break
    // what may not be read (any more) is told as what is not there
    const found = await content.read(one.path).catch(() => null)
    const isStale = one.etag !== undefined && found?.entry.hash !== one.etag.replace(/^(?:W\/)?"|"$/g, '')
    if (isStale) left.push(one.path)
    if (!found || isStale) continue
    if (found.bytes.length > MOST_BYTES) {
      large.push(one.path)
      continue
    }
    const mayWrite = (await access.at(one.path)).may('write', one.path)
    const schemaPage = await schemaPageOf(one.path, found.bytes)
    sources.push({ ...one, bytes: found.bytes, hash: found.entry.hash, mayWrite, schemaPage })
    size += found.bytes.length
  }
  return { sources, large, end }
}

/** Of one answer so many values are told that break their schemas. */
const MOST_BREAKS = 1000

/** The page of the schema that a document names, where it is there and the caller may read it; each is read once. */
function schemaPages({ content }: Known, service: string) {
  const known = new Map<string, Promise<Uint8Array | null>>()
  const read = async (place: string): Promise<Uint8Array | null> => {
    try {
      return (await content.read(contentPath(place)))?.bytes ?? null
    } catch {
      // what it names may be anything
      return null
    }
  }
  return async (path: ContentPath, bytes: Uint8Array): Promise<Uint8Array | null> => {
    if (formatOfPath(path) !== 'page') return null
    const id = schemaNameIn(new TextDecoder().decode(bytes))
    const [org, site] = segmentsOf(path)
    if (id === null || org === undefined || site === undefined) return null
    const place = schemaAddress({ org, site, service, id })
    const reading = known.get(place) ?? read(place)
    known.set(place, reading)
    return reading
  }
}

function cannotOf(path: ContentPath, answer: Replaced | 'slow', mayWrite: boolean): Cannot[] {
  if (answer === 'slow') return [{ path, why: 'slow' }]
  const own = answer.cannot.map((one) => ({ path, ...one }))
  if (mayWrite) return own
  return [
    ...own,
    ...answer.places.map(({ n: _n, by: _by, ...told }) => ({ path, ...told, why: 'forbidden' as const }))
  ]
}

interface Changing {
  readonly edits: readonly Edit[]
  readonly places: number
  readonly left: string[]
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** All as one change; what somebody changes meanwhile is left, and the others are changed. */
async function changed(
  { changeTogether }: ReplaceParts,
  { caller, content }: Known,
  { edits, places, left, ...running }: Changing
): Promise<{ readonly change: string | null; readonly files: number }> {
  let going = edits
  while (going.length > 0)
    try {
      const doing = {
        what: 'replace',
        edits: going,
        links: places,
        by: personOf(caller),
        ...running
      } as const
      return { change: await changeTogether(content, doing), files: going.length }
    } catch (error) {
      const where = error instanceof GalleyError && isChanged(error) ? error.where : undefined
      if (where === undefined || !going.some(({ path }) => path === where)) throw error
      left.push(where)
      going = going.filter(({ path }) => path !== where)
    }
  return { change: null, files: 0 }
}

const isChanged = ({ reason }: GalleyError) => reason === 'precondition-failed' || reason === 'not-found'
