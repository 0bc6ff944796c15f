import { resolve } from 'node:path'
import { sizeOf } from '../../common/content/size'
import { GalleyError, sentence } from '../../common/errors'
import { openTeamDatabase } from '../store'
import { examine } from '../store/doctor'
import { readSettings } from '../team'
import { commandTrust, openWorkspace, trustByCommand } from '../trust'
import { parseOptions, required, UsageError, type Command, type Terminal } from './command'
import { requireNamed } from './team-place'
import { untilInterrupted } from './interrupted'
import { jsonLine } from './visibly'
import { requireWorkspace } from './workspace'
import { progressLines } from './team-progress'

const help = `usage: galley team import --data <folder> [--json]
       galley team import --give-up

Takes a folder's workspace into the database that GALLEY_TEAM_DATABASE_URL names, as the one that
GALLEY_TEAM_WORKSPACE names: contents and histories, the trash, what is published, configs, settings, tokens, jobs,
drafts and what is written together. Then reads both and holds them against each other; until they are equal
“galley team serve” refuses. Broken off at any moment, it goes on when it is run again.

  --data <folder>   the workspace; nothing else may have it open, and its content stays as it is
  --give-up         takes away what an import that was broken off has left in the database and the object storage;
                    a workspace that is whole is not touched
  --json            says how far it is, and what came of it, as lines of JSON
  --help            shows this

The folder has to be one that this computer trusts (galley trust). The workspace in the database has to be empty, and no node may serve it. Not taken along are browser sessions and
sign-in links (people sign in again), secrets that lie in a keychain, what was set aside as damaged, and histories of
files that are neither there nor in the trash. Without an object storage (GALLEY_TEAM_S3_ENDPOINT) a file of
more than 16 MB is refused before anything is sent.`

/** `galley team import` (TM7). */
export const teamImport: Command = {
  name: 'team import',
  summary: 'takes a folder’s workspace into the database',
  help,
  async run(args, terminal) {
    if (args.includes('--give-up')) return giveUp(args, terminal)
    const isJson = args.includes('--json')
    const { values } = parseOptions(
      args.filter((arg) => arg !== '--json'),
      { data: { type: 'string' } }
    )
    const folder = resolve(required(values.data, '--data'))
    const settings = readSettings(process.env)
    const url = requireNamed(settings)
    await requireWorkspace(folder)
    await requireSound(folder, terminal)
    const store = await openTrusted(folder, terminal)
    const database = await openTeamDatabase(url, 4, settings.objects)
    try {
      const survey = await untilInterrupted((signal) =>
        database.takeIn(settings.workspace, store.archive, {
          signal,
          onProgress: progressLines(terminal, isJson)
        })
      )
      if (isJson) terminal.out(jsonLine({ imported: true, workspace: settings.workspace, ...survey }))
      else
        terminal.out(
          `“${settings.workspace}” holds all of it: ${survey.records} records, ${survey.contents} contents, ${sizeOf(survey.bytes)}`
        )
      terminal.notify(
        'browser sessions and sign-in links stayed behind: people sign in again (galley link --data team:)'
      )
      terminal.notify('write in the folder no more: what is written there from now on stays there')
      terminal.notify('secrets of a keychain stayed behind: name the tokens of other servers anew')
    } finally {
      await database.close()
      await store.close()
    }
  }
}

async function giveUp(args: readonly string[], terminal: Terminal): Promise<void> {
  const extra = args.find((arg) => arg !== '--give-up')
  if (extra !== undefined) throw new UsageError(`--give-up stands alone, without “${extra}”`)
  const settings = readSettings(process.env)
  const database = await openTeamDatabase(requireNamed(settings), 2, settings.objects)
  try {
    await database.giveUp(settings.workspace)
    terminal.out(`nothing of “${settings.workspace}” is left; the folder is as it was`)
  } finally {
    await database.close()
  }
}

/** Tokens, sign-ins and syncs of a stranger would be the team's. @throws untrusted · in-use */
async function openTrusted(folder: string, { notify }: Terminal) {
  const { store, isTrusted } = await openWorkspace(folder, {
    trust: commandTrust(notify),
    notify,
    watch: false
  })
  const archive = store.folder?.archive()
  if (isTrusted && archive) return { archive, close: () => store.close() }
  await store.close()
  throw new GalleyError(
    'untrusted',
    sentence`This workspace was made elsewhere: its tokens, sign-ins and syncs would be the team’s. ${{ how: trustByCommand(folder) }}`,
    { where: folder }
  )
}

/** Nothing is changed in a folder that is damaged. */
async function requireSound(folder: string, { notify }: Terminal): Promise<void> {
  const { findings } = await examine(folder)
  const wrong = findings.filter(({ kind }) => kind === 'damage')
  if (wrong.length === 0) return
  for (const { where, message } of wrong) notify(`${where}: ${message}`)
  throw new GalleyError(
    'damaged',
    sentence`The workspace is damaged in ${{ places: wrong.length }} places. Mend it first: galley doctor --data ${{ folder }} --repair. Nothing was taken in.`,
    { where: folder }
  )
}
