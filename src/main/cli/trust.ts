import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { GalleyError, sentence } from '../../common/errors'
import { plainText } from '../../common/trust'
import { commandTrust, openWorkspace, type MachineTrust } from '../trust'
import { doesNothing, whatItWouldDo } from '../workspace'
import type { Command, Terminal } from './command'
import { parseOptions, required, UsageError, WaitingError } from './command'
import { linesOf } from './trust-lines'
import { requireWorkspace } from './workspace'

const help = `usage: galley trust --data <folder> [--yes]
       galley trust --data <folder> --revoke
       galley trust --list

Says what a workspace that was made elsewhere would set going on this computer, and to which hosts: syncs,
imports that go on, sign-ins, whose tokens it believes. Then asks whether to trust it; until then all of that
is off. What you trust is kept on this computer, never in the workspace, and for this very folder: a copy, or
a folder that was moved, is asked about again. Close Galley first.

  --data <folder>   the workspace
  --yes             trusts it without asking
  --revoke          trusts it no longer
  --list            prints what is trusted here: path, id, since when; tabs between
  --help            shows this

A service that runs goes by it from its next start. Ends with 0 when the workspace is trusted (with --revoke:
is not trusted any longer), with 2 when nobody said yes.`

const flagNames = ['--yes', '--revoke', '--list']

/** Asks a person on a terminal; null where there is none. */
type Question = (text: string) => Promise<string | null>

/** `galley trust` (T1). */
export function trustCommand(ask: Question = onTerminal): Command {
  return {
    name: 'trust',
    summary: 'says what a workspace from elsewhere would do, and trusts it',
    help,
    async run(args, terminal) {
      const flags = new Set(args.filter((arg) => flagNames.includes(arg)))
      const { values } = parseOptions(
        args.filter((arg) => !flags.has(arg)),
        { data: { type: 'string' } }
      )
      if (flags.size > 1) throw new UsageError(`${[...flags].join(' and ')} do not go together`)
      const trust = commandTrust((line) => terminal.notify(line))
      if (flags.has('--list')) return list(trust, terminal)
      const data = resolve(required(values.data, '--data'))
      if (flags.has('--revoke')) return revoke(data, trust, terminal)
      await requireWorkspace(data)
      await look(data, trust, terminal, flags.has('--yes') ? () => Promise.resolve('y') : ask)
    }
  }
}

async function look(data: string, trust: MachineTrust, terminal: Terminal, ask: Question): Promise<void> {
  const { notify } = terminal
  const { store, identity, isTrusted } = await openWorkspace(data, { trust, notify, watch: false })
  try {
    const what = await whatItWouldDo(store)
    if (isTrusted) terminal.out('this workspace is trusted on this computer')
    else if (doesNothing(what)) terminal.out('this workspace would do nothing by itself')
    else terminal.out('trusted, this workspace would:')
    for (const line of linesOf(what)) terminal.out(line)
    if (isTrusted) return
    const answer = await ask('Trust this workspace? [y/N] ')
    if (answer === null)
      throw new WaitingError('nobody is there to ask: look at the lines above, and say --yes to trust it')
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new WaitingError('the workspace is not trusted')
    await trust.add(identity)
    terminal.out('trusted')
  } finally {
    await store.close()
  }
}

async function revoke(data: string, trust: MachineTrust, terminal: Terminal): Promise<void> {
  // one that is gone is trusted at the path where it was
  const path = await realpath(data).catch(() => data)
  if (!(await trust.removeAt(path)))
    throw new GalleyError('not-found', sentence`${{ data }} is not trusted on this computer.`, {
      where: data
    })
  terminal.out('not trusted any longer')
}

async function list(trust: MachineTrust, terminal: Terminal): Promise<void> {
  for (const { path, id, at } of await trust.list())
    terminal.out([plainText(path, path.length), plainText(id), new Date(at).toISOString()].join('\t'))
}

async function onTerminal(text: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await reader.question(text)
  } finally {
    reader.close()
  }
}
