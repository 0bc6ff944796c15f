import { resolve } from 'node:path'
import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import type { LinkPlanAnswer } from '../../common/links/answers'
import type { Command, Terminal } from './command'
import { parseOptions, required, UsageError } from './command'
import { openFolder } from './open-folder'
import { jsonText, tabbed } from './visibly'

const help = `usage: galley move --data <folder> [--links [--redirects]] [--dry-run] [--json] <from> <to>

Moves or renames a file or folder of a site, with its history. Without --links, links to it stay as they are.

  --data <folder>   the workspace; nothing else may have it open
  --links           every link leads to the same document as before: those to it, those in it, those between
  --redirects       with --links: sends readers of what is published on from the old addresses
  --dry-run         with --links: only tells what would be written
  --json            prints what was done, or would be, as JSON
  --help            shows this

Paths are those of the content: /org/site/folder/page.html. Prints one line a document that is changed, and what cannot be
brought along. What is moved with --links is one change, which the app takes back as one.`

/** `galley move` (L9). */
export const moveCommand = (parts: {
  readonly appVersion: string
  readonly workerProgram: string | null
}): Command => ({
  name: 'move',
  summary: 'moves or renames a file or folder, with its links',
  help,
  async run(args, terminal) {
    const flags = new Set(args.filter((arg) => flagNames.includes(arg)))
    const { values, words } = parseOptions(
      args.filter((arg) => !flags.has(arg)),
      { data: { type: 'string' } },
      2
    )
    const [from, to] = [pathIn(words[0]), pathIn(words[1])]
    const follows = flags.has('--links')
    if (!follows && (flags.has('--redirects') || flags.has('--dry-run')))
      throw new UsageError('--redirects and --dry-run go with --links')
    const data = resolve(required(values.data, '--data'))
    const opened = await openFolder(data, terminal, parts)
    try {
      const plan = follows ? await opened.api.planLinks({ move: [{ from, to }] }) : null
      const done = flags.has('--dry-run')
        ? null
        : await opened.api.move(from, to, follows ? { follow: { redirects: flags.has('--redirects') } } : {})
      if (flags.has('--json'))
        return terminal.out(jsonText({ ...(done && { moved: done }), ...(plan && { plan }) }))
      if (plan) printPlan(plan, terminal)
      terminal.notify(done ? `moved ${done.files} files` : 'nothing was changed')
    } finally {
      await opened.close()
    }
  }
})

const flagNames = ['--links', '--redirects', '--dry-run', '--json']

function pathIn(word: string | undefined): ContentPath {
  if (word === undefined || !word.startsWith('/'))
    throw new UsageError('say from where to where: /org/site/old.html /org/site/new.html')
  const path = contentPath(word)
  if (segmentsOf(path).length < 3) throw new UsageError('name a file or folder in a site: /org/site/path')
  return path
}

function printPlan({ files, cannot }: LinkPlanAnswer, { out }: Terminal): void {
  for (const { path, edits } of files)
    for (const { line, before, after } of edits) out(tabbed(`${path}:${line}`, before, after))
  for (const { path, line, written, why } of cannot) out(tabbed(`${path}:${line}`, written, `cannot: ${why}`))
}
