import { resolve } from 'node:path'
import { ROOT } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import type { MomentChange } from '../../common/moment/answers'
import type { Command } from './command'
import { parseOptions, required, UsageError } from './command'
import { openFolder } from './open-folder'

const help = `usage: galley token undo --data <folder> <id> [--since <time>] [--dry-run]

Brings back everything that a token did: each file as it was right before the token first touched it. What is replaced
stays as a version. A file that others have changed since is named, and left as it is. All of it is one step, which the app
undoes again. What the token published stays published.

  --data <folder>   the workspace; nothing else may have it open: in the app, choose it in Settings, Access tokens
  --since <time>    only what it did since then, for example 2026-11-24T08:00; default: since the token was made
  --dry-run         only names the files
  --help            shows this

Prints one line a file: brought back, or left and why. The id is the first column of “galley token list”.`

/** `galley token undo` (MC8). */
export const tokenUndo = (parts: {
  readonly appVersion: string
  readonly workerProgram: string | null
}): Command => ({
  name: 'token undo',
  summary: 'brings back everything that a token did',
  help,
  async run(args, terminal) {
    const isDry = args.includes('--dry-run')
    const { values, words } = parseOptions(
      args.filter((arg) => arg !== '--dry-run'),
      { data: { type: 'string' }, since: { type: 'string' } },
      1
    )
    const [id] = words
    if (id === undefined || !/^[0-9a-f]{12}$/.test(id))
      throw new UsageError('say which token: its id is in “galley token list”')
    const data = resolve(required(values.data, '--data'))
    const opened = await openFolder(data, terminal, parts, inUse(data))
    try {
      const known = (await opened.api.tokens()).find((token) => token.id === id)
      if (!known)
        throw new GalleyError('not-found', sentence`There is no token ${{ id }}. See “galley token list”.`)
      const from = values.since === undefined ? known.createdAt - 1 : timeIn(values.since)
      const { changes, total } = await opened.api.momentChanges(ROOT, { from, token: id })
      if (isDry) {
        for (const change of changes) terminal.out(lineOf(change))
        terminal.notify(`${total} files; nothing was changed`)
        return
      }
      const { done, failed } = await opened.api.returnToMoment(ROOT, {
        moment: from,
        token: id,
        trashAdded: true
      })
      const left = new Map(failed.map(({ path, error }) => [path, error]))
      for (const { path } of changes.filter((change) => !left.has(change.path)))
        terminal.out(`brought back\t${path}`)
      for (const [path, error] of left) terminal.out(`left\t${path}\t${error}`)
      terminal.notify(`brought back ${done} files, left ${failed.length}`)
    } finally {
      await opened.close()
    }
  }
})

const lineOf = ({ kind, path, others }: MomentChange) =>
  others ? `left\t${path}\tothers have changed it since` : `${kind}\t${path}`

function timeIn(text: string): number {
  const at = new Date(text).getTime()
  if (Number.isFinite(at) && at > 0 && at < Date.now()) return at
  throw new UsageError('--since is a time in the past, for example 2026-11-24T08:00')
}

const inUse = (data: string) =>
  `another Galley has ${data} open. Bring it back there: Settings, Access tokens`
