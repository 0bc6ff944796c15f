import { join, resolve } from 'node:path'
import type { Client } from '../../common/api/client'
import { contentPath, ROOT, type ContentPath } from '../../common/content/paths'
import type { ReplaceAnswer } from '../../common/replace/answers'
import { noteSentence } from '../../common/search/note-sentences'
import { commandStateFolder } from '../trust'
import type { Command, Terminal } from './command'
import { parseOptions, required, UsageError } from './command'
import { openFolder } from './open-folder'
import { jsonText, tabbed } from './visibly'

const help = `usage: galley replace --data <folder> [--at <path>] [--match case,word] [--addresses] [--dry-run] [--json] <what> <with>

Replaces words in what pages, documents and sheets say: never in their markup or in the names of fields and columns. What is one
word, "several words" in quotation marks of their own, or a /pattern/, with filters beside it that choose the files:
galley replace --data . 'ferry path:/offers' boat · galley replace --data . '/No (\\d+)/' 'Nr. $1'

  --data <folder>   the workspace; nothing else may have it open
  --at <path>       only at and below /org, /org/site, or a folder or file of it
  --match <how>     case: capitals count; word: whole words alone; both with a comma
  --addresses       also in the addresses of links and pictures
  --dry-run         only tells what would be written
  --json            prints what was done, or would be, as JSON
  --help            shows this

Prints one line a place with --dry-run, and always what is found and cannot be replaced, and which
values break the schema of their document. All of it is one change, which keeps a
version of each document and which the app takes back as one: galley replace prints its number.`

/** `galley replace` (L11). */
export const replaceCommand = (parts: {
  readonly appVersion: string
  readonly workerProgram: string | null
}): Command => ({
  name: 'replace',
  summary: 'replaces words in many documents, as one change',
  help,
  async run(args, terminal) {
    const flags = new Set(args.filter((arg) => flagNames.includes(arg)))
    const { values, words } = parseOptions(
      args.filter((arg) => !flags.has(arg)),
      { data: { type: 'string' }, at: { type: 'string' }, match: { type: 'string' } },
      2
    )
    const [q, by] = words
    if (q === undefined || by === undefined) throw new UsageError('say what is to be replaced, and with what')
    const match = (values.match ?? '').split(',').filter((one) => one !== '')
    if (match.some((one) => one !== 'case' && one !== 'word'))
      throw new UsageError('--match is case, word, or both with a comma')
    const asked = {
      q,
      with: by,
      case: match.includes('case'),
      word: match.includes('word'),
      addresses: flags.has('--addresses')
    }
    const data = resolve(required(values.data, '--data'))
    const searchSeals = join(commandStateFolder(), 'search')
    const opened = await openFolder(data, terminal, { ...parts, searchSeals })
    try {
      const at = placeIn(values.at)
      const done = flags.has('--dry-run')
        ? await wouldBe(opened.api, at, asked)
        : await opened.api.replace(at, asked)
      if (flags.has('--json')) return terminal.out(jsonText(done))
      printReplaced(done, q, terminal)
    } finally {
      await opened.close()
    }
  }
})

const flagNames = ['--addresses', '--dry-run', '--json']

function placeIn(text: string | undefined): ContentPath {
  try {
    return text === undefined || text === '/' ? ROOT : contentPath(text)
  } catch {
    throw new UsageError('--at is a path like /org/site/folder')
  }
}

/** Part after part. */
async function wouldBe(
  api: Client,
  at: ContentPath,
  asked: Parameters<Client['replace']>[1]
): Promise<ReplaceAnswer> {
  const ask = (after: number) => api.replace(at, { ...asked, dry: true, after })
  let part = await ask(0)
  const all = { ...part, found: [...part.found], cannot: [...part.cannot], breaks: [...part.breaks] }
  while (part.next !== undefined) {
    part = await ask(part.next)
    all.files += part.files
    all.places += part.places
    all.looked = part.looked
    all.found.push(...part.found)
    all.cannot.push(...part.cannot)
    all.breaks.push(...part.breaks)
  }
  const { next: _next, ...whole } = all
  return whole
}

function printReplaced(
  { found, cannot, breaks, left, notes, change, files, places }: ReplaceAnswer,
  q: string,
  terminal: Terminal
) {
  const { out, notify } = terminal
  for (const { path, places: told, more } of found) {
    for (const { at, text, mark, by } of told)
      out(tabbed(`${path}:${whereOf(at)}`, text, `${text.slice(0, mark[0])}${by}${text.slice(mark[1])}`))
    if (more > 0) notify(`${path}: ${more} more places`)
  }
  for (const { path, at, text, why } of cannot)
    out(tabbed(at ? `${path}:${whereOf(at)}` : path, text ?? '-', `cannot: ${why}`))
  for (const { path, pointer, message } of breaks)
    out(tabbed(`${path}:${pointer}`, '-', `breaks: ${message}`))
  for (const path of left) notify(`${path}: changed meanwhile, and left as it is`)
  for (const note of notes) notify(noteSentence(note, q))
  const count = `${places} ${places === 1 ? 'place' : 'places'} in ${files} ${files === 1 ? 'file' : 'files'}`
  notify(change === null ? `nothing was changed; found ${count}` : `replaced ${count}: change ${change}`)
}

const whereOf = (at: ReplaceAnswer['found'][number]['places'][number]['at']) =>
  at.kind === 'line' ? String(at.line) : at.pointer
