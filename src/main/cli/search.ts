import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '../../common/api/client'
import { contentPath, ROOT, type ContentPath } from '../../common/content/paths'
import type { SearchAnswer, SearchFound, SearchHit } from '../../common/search/answer'
import { noteSentence } from '../../common/search/note-sentences'
import { commandStateFolder } from '../trust'
import type { Command, Terminal } from './command'
import { parseOptions, required, UsageError } from './command'
import { openFolder } from './open-folder'
import { serverIn } from './server-address'
import { jsonText, tabbed } from './visibly'

const help = `usage: galley search --data <folder> <question> [--at <path>] [--sort best|changed|path] [--match case,word]
                     [--limit <files>] [--json]
       galley search --server <address> <question> …

Finds pages, documents, sheets, configs and other files by what they say and by their names. All words must be there; “OR” between
two, -without, "phrases", and filters: kind:page path:/offers by:ada changed:7d is:live title:word tag:word
to:/page from:/page is:broken is:orphan has:problems label:word. in:history finds
words that went, in:trash what was deleted. /pattern/, with i and
s behind it, is a regular expression over the sources. A question in one pair of quotes for the shell may begin with anything:
'ferry -winter'.

  --data <folder>    the workspace itself, as its owner; nothing else may have it open
  --server <address> a service that runs, for example http://127.0.0.1:4502: finds what the token in GALLEY_TOKEN may read
  --at <path>        only at and below /org, /org/site, or a folder or file of it
  --sort <order>     the best first, which is the default; the newest first; by path
  --match <how>      case: capitals count; word: whole words alone; both with a comma
  --limit <files>    so many at most; default 100
  --json             prints one JSON object: hits, total, notes, meant
  --help             shows this

Prints one line a place: path, where in it, the words around; tabs between. Where is a line, a field of a document, or a column
and row of a sheet; “-” for a file that is found by its name or a filter. Of history and trash a fourth column says how it went,
when, and by whom. What was not taken as it was typed is told on the error
stream. Ends with 0, also when nothing is found.`

const options = {
  data: { type: 'string' },
  server: { type: 'string' },
  at: { type: 'string' },
  sort: { type: 'string' },
  match: { type: 'string' },
  limit: { type: 'string' }
} as const

interface Parts {
  readonly appVersion: string
  readonly workerProgram: string | null
}

/** `galley search` (L10). */
export const searchCommand = (parts: Parts): Command => ({
  name: 'search',
  summary: 'finds what is written in a workspace or on a service',
  help,
  async run(args, terminal) {
    const isJson = args.includes('--json')
    const { values, words } = parseOptions(
      args.filter((arg) => arg !== '--json'),
      options,
      MOST_WORDS
    )
    const question = questionIn(words, values)
    if ((values.server === undefined) === (values.data === undefined))
      throw new UsageError('say --server or --data')
    const found =
      values.server === undefined
        ? await inFolder(resolve(required(values.data, '--data')), question, parts, terminal)
        : await all(onServer(values.server), question, terminal)
    if (isJson) terminal.out(jsonText(found))
    else print(found, question.q, terminal)
  }
})

/** Words of one question on the command line; what is more is a mistake. */
const MOST_WORDS = 100
const MOST_FILES = 10_000
/** Of one page. */
const PAGE = 200

interface Question {
  readonly q: string
  readonly at: ContentPath
  readonly sort: 'best' | 'changed' | 'path'
  readonly match: string | undefined
  readonly limit: number
}

const sorts = ['best', 'changed', 'path'] as const

function questionIn(
  words: readonly string[],
  values: Partial<Record<keyof typeof options, string>>
): Question {
  const q = words.join(' ').trim()
  if (q === '') throw new UsageError('say what is to be found')
  const sort = sorts.find((one) => one === (values.sort ?? 'best'))
  if (!sort) throw new UsageError('--sort is best, changed or path')
  const match = values.match?.split(',')
  if (match?.some((one) => one !== 'case' && one !== 'word'))
    throw new UsageError('--match is case, word, or both with a comma')
  const limit = values.limit ?? '100'
  if (!/^[1-9]\d{0,4}$/.test(limit) || Number(limit) > MOST_FILES)
    throw new UsageError(`--limit is a number from 1 to ${MOST_FILES}`)
  const { at } = values
  return {
    q,
    at: at === undefined || at === '/' ? ROOT : placeIn(at),
    sort,
    match: values.match,
    limit: Number(limit)
  }
}

function placeIn(text: string): ContentPath {
  try {
    return contentPath(text)
  } catch {
    throw new UsageError('--at is a path like /org/site/folder')
  }
}

function onServer(server: string): Client {
  const base = serverIn(server)
  const token = required(process.env['GALLEY_TOKEN'], 'GALLEY_TOKEN')
  // what it says of itself leads nowhere else with the token
  return createClient({
    base,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('Authorization', `Bearer ${token}`)
      return fetch(url, { ...init, headers, redirect: 'error' })
    }
  })
}

async function inFolder(data: string, question: Question, parts: Parts, terminal: Terminal): Promise<Found> {
  const inUse = `another Galley has ${data} open. Search there, or name its service with --server and a token in GALLEY_TOKEN`
  const searchSeals = join(commandStateFolder(), 'search')
  const opened = await openFolder(data, terminal, { ...parts, searchSeals }, inUse)
  try {
    return await all(opened.api, question, terminal)
  } finally {
    await opened.close()
  }
}

type Found = Pick<SearchAnswer, 'hits' | 'total' | 'totalIs' | 'notes' | 'meant'>

/** Page after page, once everything is read. */
async function all(api: Client, { q, limit, ...question }: Question, terminal: Terminal): Promise<Found> {
  const ask = (left: number, after?: string) =>
    api.search(q, { ...question, limit: Math.min(PAGE, left), ...(after !== undefined && { after }) })
  let page = await whenRead(() => ask(limit), terminal)
  const { notes, meant } = page
  const hits: SearchHit[] = [...page.hits]
  while (page.next !== undefined && hits.length < limit) {
    page = await ask(limit - hits.length, page.next)
    hits.push(...page.hits)
  }
  // what is looked through file by file is counted as it comes
  const isCounted = page.state.kind !== 'looking'
  const total = isCounted ? Math.max(page.total, hits.length) : hits.length
  return {
    hits,
    total,
    totalIs: page.next === undefined ? 'exact' : page.totalIs,
    notes,
    ...(meant !== undefined && { meant })
  }
}

const AGAIN_MS = 200
/** A service that is still reading after so long answers with what it has. */
const PATIENCE_MS = 120_000

async function whenRead(ask: () => Promise<SearchAnswer>, { notify }: Terminal): Promise<SearchAnswer> {
  const until = performance.now() + PATIENCE_MS
  for (let told = false; ;) {
    const answer = await ask()
    if (answer.state.kind !== 'reading') return answer
    if (performance.now() > until) {
      notify('not everything is read yet: what is not is found by its name alone')
      return answer
    }
    if (!told) notify('reading the workspace…')
    told = true
    await sleep(AGAIN_MS)
  }
}

function print({ hits, total, totalIs, notes, meant }: Found, q: string, { out, notify }: Terminal): void {
  for (const hit of hits) {
    const { path, places, more } = hit
    const was = hit.was ? [wasOf(hit)] : []
    if (places.length === 0) out(tabbed(path, '-', '-', ...was))
    for (const { at, text } of places) out(tabbed(path, whereOf(at), text, ...was))
    if (more > 0) notify(`${path}: ${more} more places`)
  }
  for (const note of notes) notify(noteSentence(note, q))
  if (meant !== undefined) notify(`did you mean: ${meant}`)
  const what = hits[0]?.was?.kind === 'history' ? 'version' : 'file'
  const files = total === 1 ? `1 ${what}` : `${total} ${what}s`
  notify(
    hits.length < total || totalIs === 'at-least'
      ? `${totalIs === 'at-least' ? 'at least ' : ''}${files}, ${hits.length} shown`
      : files
  )
}

/** How, when and by whom it went. */
function wasOf({ was, changedAt, by }: SearchHit): string {
  const how =
    was?.kind === 'trash' || was?.isDeleted ? 'deleted' : was?.stands ? 'went, stands again' : 'went'
  return `${how} ${new Date(changedAt).toISOString()} ${by.email}`
}

function whereOf(at: SearchFound['at']): string {
  switch (at.kind) {
    case 'line':
    case 'block':
      return String(at.line)
    case 'field':
      return at.pointer
    case 'cell':
      return `${at.name}, row ${at.row}`
  }
}
