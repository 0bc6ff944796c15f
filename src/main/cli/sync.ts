import { resolve } from 'node:path'
import { GalleyError, sentence } from '../../common/errors'
import type { SyncOverview } from '../../common/sync'
import { openSettings, ownerOf } from '../settings'
import { openSyncing, type RunReport, type Syncing } from '../sync'
import { openWorkers } from '../workers'
import { commandTrust, openWorkspace, trustByCommand, trustOf } from '../trust'
import type { Command, Terminal } from './command'
import { parseOptions, required, UsageError, WaitingError } from './command'
import { signInFor, signOutOf } from './sync-sign-in'
import { requireWorkspace } from './workspace'
import { jsonText } from './visibly'

const help = `usage: galley sync --data <folder> [--remote <name>] [--dry-run] [--json] [--approve-deletions]
       galley sync remotes add --data <folder> --name <name> --base <address> [--sign-in …]
       galley sync remotes list --data <folder> [--json]
       galley sync remotes remove --data <folder> --name <name>
       galley sync pair --data <folder> --remote <name> --local </org/site[/folder]>
                        [--there </org/site[/folder]>] [--service-folder <name>] [--lower-case]
                        [--first ask|local|remote] [--sign-in …]
       galley sync unpair --data <folder> --local </org/site[/folder]>
       galley sync sign-in --data <folder> --remote <name> [--issuer <url> --client-id <text>
                        [--scope <text>] [--audience <text>]]
       galley sync sign-out --data <folder> --remote <name>

Brings each paired site or folder and its server to the same state. Nothing is overwritten unseen: what both sides have
changed is merged, and what cannot be merged waits for a decision in the app.

  --data <folder>      the workspace, which must be trusted (galley trust); close Galley first
  --remote <name>      only the pairs of this remote
  --dry-run            only tells what would be done
  --json               prints the reports as JSON
  --approve-deletions  deletes also when it is much at once
  --help               shows this

The token of a remote is read from GALLEY_SYNC_TOKEN, or from the standard input when that is “-”; “remotes add” keeps it in
the keychain of the system. It is never an argument. Or you sign in: “sign-in”, and --sign-in with “remotes add” and “pair”, print
an address to open in a browser of this computer, and wait for it. A server that does not say where needs --issuer and
--client-id; --audience says what the token must be made for.

Ends with 0 when all is in sync, with 2 when conflicts or deletions wait for a decision, with 1 for a failure.`

const options = {
  data: { type: 'string' },
  remote: { type: 'string' },
  name: { type: 'string' },
  base: { type: 'string' },
  local: { type: 'string' },
  there: { type: 'string' },
  first: { type: 'string' },
  'service-folder': { type: 'string' },
  issuer: { type: 'string' },
  'client-id': { type: 'string' },
  scope: { type: 'string' },
  audience: { type: 'string' }
} as const
type Values = Partial<Record<keyof typeof options, string>>
const flagNames = ['--dry-run', '--json', '--approve-deletions', '--lower-case', '--sign-in']

/**
 * `galley sync` (Y12).
 * @param workerProgram in which files are merged; null: in this thread, without limits
 */
export const syncCommand = (workerProgram: string | null): Command => ({
  name: 'sync',
  summary: 'syncs paired sites with their servers',
  help,
  async run(args, terminal) {
    const flags = new Set(args.filter((arg) => flagNames.includes(arg)))
    const { values, words } = parseOptions(
      args.filter((arg) => !flags.has(arg)),
      options,
      2
    )
    const data = resolve(required(values.data, '--data'))
    await requireWorkspace(data)
    const token = await tokenFrom(process.env['GALLEY_SYNC_TOKEN'])
    const { notify } = terminal
    const { store, isTrusted } = await openWorkspace(data, {
      trust: commandTrust(notify),
      notify,
      watch: false
    })
    const trust = trustOf(isTrusted ? 'trusted' : 'restricted', { howTo: trustByCommand(data) })
    const settings = await openSettings(store).read()
    const workers = openWorkers({ program: workerProgram })
    const syncing = openSyncing({
      store,
      workers,
      by: () => ownerOf(settings),
      serviceFolder: () => Promise.resolve(settings.serviceFolder),
      report: () => {},
      byItself: false,
      trust,
      ...(token !== null && { token })
    })
    try {
      await act(words, { values, flags, terminal, syncing, token })
    } finally {
      await Promise.all([syncing.close(), workers.close()])
      await store.close()
    }
  }
})

interface Asked {
  readonly values: Values
  readonly flags: ReadonlySet<string>
  readonly terminal: Terminal
  readonly syncing: Syncing
  readonly token: string | null
}

async function act([word, second]: readonly string[], asked: Asked): Promise<void> {
  if (word === undefined) return run(asked)
  if (word === 'remotes' && second !== undefined) {
    const known = { add: addRemote, list: listRemotes, remove: removeRemote }
    if (second === 'add' || second === 'list' || second === 'remove') return known[second](asked)
  }
  if (word === 'pair' && second === undefined) return addPair(asked)
  if (word === 'unpair' && second === undefined) return removePair(asked)
  if (word === 'sign-in' && second === undefined) return signIn(asked)
  if (word === 'sign-out' && second === undefined) {
    const { values, terminal, syncing } = asked
    return signOutOf(byName(await syncing.overview(), required(values.remote, '--remote')), syncing, terminal)
  }
  throw new UsageError(
    `unknown “${[word, second].filter(Boolean).join(' ')}”; there are remotes add, list and remove, pair, unpair, sign-in and sign-out`
  )
}

/** With the remote's own setting, the one typed, or what the server says. */
async function signIn({ values, terminal, syncing }: Asked): Promise<void> {
  const remote = byName(await syncing.overview(), required(values.remote, '--remote'))
  await signInFor(remote, values, syncing, terminal)
}

async function addRemote(asked: Asked): Promise<void> {
  const { values, flags, terminal, syncing, token } = asked
  const name = required(values.name, '--name')
  const signsIn = flags.has('--sign-in')
  const { kept } = await syncing.remotes.add({
    name,
    base: required(values.base, '--base'),
    token: signsIn ? null : token
  })
  terminal.out(`added ${name}`)
  if (signsIn) return signIn({ ...asked, values: { ...values, remote: name } })
  if (kept === 'keychain') terminal.notify('the token is in the keychain of the system')
  else terminal.notify('no token was kept: give it in GALLEY_SYNC_TOKEN with each sync')
}

async function listRemotes({ flags, terminal, syncing }: Asked): Promise<void> {
  const overview = await syncing.overview()
  if (flags.has('--json')) return terminal.out(jsonText(overview))
  for (const { id, name, base } of overview.remotes) {
    terminal.out(`${name}  ${base}`)
    for (const pair of overview.pairs)
      if (pair.remoteId === id)
        terminal.out(`  ${pair.local} ⇄ ${pair.remote}${pair.paused ? '  (paused)' : ''}`)
  }
}

async function removeRemote({ values, terminal, syncing }: Asked): Promise<void> {
  const remote = byName(await syncing.overview(), required(values.name, '--name'))
  await syncing.removeRemote(remote.id)
  terminal.out(`removed ${remote.name}; the files stay where they are`)
}

async function addPair(asked: Asked): Promise<void> {
  const { values, flags, terminal, syncing } = asked
  const remote = byName(await syncing.overview(), required(values.remote, '--remote'))
  const local = required(values.local, '--local')
  const first = values.first ?? 'ask'
  if (first !== 'ask' && first !== 'local' && first !== 'remote')
    throw new UsageError('--first is ask, local or remote')
  await syncing.addPair({
    remoteId: remote.id,
    local,
    remote: values.there ?? local,
    serviceFolder: values['service-folder'],
    lowerCase: flags.has('--lower-case'),
    firstSync: first
  })
  terminal.out(`paired ${local} with ${remote.name}`)
  if (flags.has('--sign-in')) await signIn(asked)
}

async function removePair({ values, terminal, syncing }: Asked): Promise<void> {
  const local = required(values.local, '--local')
  const pair = (await syncing.overview()).pairs.find((one) => one.local === local)
  if (!pair) throw new UsageError(`${local} is not paired`)
  await syncing.removePair(pair.id)
  terminal.out(`unpaired ${local}; the files stay on both sides`)
}

async function run({ values, flags, terminal, syncing, token }: Asked): Promise<void> {
  const overview = await syncing.overview()
  const remoteId = values.remote === undefined ? null : byName(overview, values.remote).id
  const pairs = overview.pairs.filter((pair) => remoteId === null || pair.remoteId === remoteId)
  if (pairs.length === 0) throw new UsageError('nothing is paired; see “galley sync pair”')
  if (token !== null) requireOneServer(overview, pairs)
  const dryRun = flags.has('--dry-run')
  const reports: (RunReport & { readonly local: string; readonly remote: string })[] = []
  for (const { id, local, remote } of pairs) {
    let report = await syncing.run(id, { dryRun })
    const held = [...report.held.local, ...report.held.remote]
    if (held.length > 0 && flags.has('--approve-deletions') && !dryRun) {
      const done = await syncing.run(id, { approved: held })
      report = { ...done, deeds: [...report.deeds, ...done.deeds] }
    }
    reports.push({ local, remote, ...report })
    if (!flags.has('--json')) notify(local, report, dryRun, terminal)
  }
  if (flags.has('--json')) terminal.out(jsonText(reports))
  const failed = reports.flatMap(({ failures }) => failures)
  const [first] = failed
  if (first)
    throw new GalleyError(
      'io-failed',
      failed.length === 1
        ? first.message
        : sentence`${{ first: first.message }} (and ${{ more: failed.length - 1 }} more)`
    )
  const waiting = reports.reduce((sum, { conflicts }) => sum + conflicts, 0)
  const deletions = reports.reduce((sum, { held }) => sum + held.local.length + held.remote.length, 0)
  if (waiting > 0) throw new WaitingError(`${count(waiting, 'conflict')} to decide in the app`)
  if (deletions > 0) throw new WaitingError(`${count(deletions, 'deletion')} to approve: --approve-deletions`)
}

/** A token is for one server: what the settings of a workspace name beside it does not get it (Y11). */
function requireOneServer({ remotes }: SyncOverview, pairs: SyncOverview['pairs']): void {
  const ids = new Set(pairs.map(({ remoteId }) => remoteId))
  const origins = new Set(remotes.filter(({ id }) => ids.has(id)).map(({ base }) => new URL(base).origin))
  if (origins.size > 1)
    throw new UsageError(
      `GALLEY_SYNC_TOKEN is for one server, and the pairs go to ${[...origins].join(' and ')}; name one by --remote`
    )
}

function notify(local: string, report: RunReport, dryRun: boolean, { out, notify: say }: Terminal): void {
  const lines = dryRun
    ? report.planned.map(({ kind, path }) => `would ${kind} ${path}`)
    : report.deeds.map(({ did, path }) => `${did} ${path}`)
  for (const line of lines) out(`${local}: ${line}`)
  for (const { reason, paths } of report.clashes)
    say(
      `${local}: names fall together (${reason}): ${paths.map(({ path, side }) => `${path} (${side})`).join(', ')}`
    )
  for (const { path, message } of report.failures) say(`${local}${path === '/' ? '' : path}: ${message}`)
  if (lines.length === 0 && report.failures.length === 0) out(`${local}: ${report.files} files in sync`)
}

function byName({ remotes }: SyncOverview, name: string) {
  const remote = remotes.find((one) => one.name === name)
  if (!remote) throw new UsageError(`there is no remote “${name}”; see “galley sync remotes list”`)
  return remote
}

/** `-`: one line of the standard input. */
async function tokenFrom(text: string | undefined): Promise<string | null> {
  if (text !== '-') return text === undefined || text.trim() === '' ? null : text.trim()
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8').trim() || null
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
