import { resolve } from 'node:path'
import { version } from '../../../package.json'
import { GalleyError, sentence } from '../../common/errors'
import { backUp, faultsIn, openArchive } from '../backup'
import { openStore } from '../store'
import type { Command, Terminal } from './command'
import { parseOptions, required, UsageError } from './command'
import { sizeOf } from '../../common/content/size'
import { requireWorkspace } from './workspace'

const help = `usage: galley backup --data <folder> --to <folder>
       galley backup --verify <file>

Writes one zip with everything that a workspace is: contents, histories, trash, configs, what is published, drafts,
jobs. Reads it back and holds it against its checksums before it says that it is done; until then its name ends in
.unfinished. Tokens, sessions and whatever lies in the keychain are not in it. The workspace is not changed.

  --data <folder>   the workspace
  --to <folder>     where the backup goes; best on another disk
  --verify <file>   checks a backup, however old, and says what is damaged in it
  --help            shows this

Prints the name of the backup. Any program for zips opens it, and “sha256sum -c SHA256SUMS” checks what was taken out.
A workspace that is open in the app is backed up there: “Back up this workspace…”.`

/** `galley backup` (BK1, BK2). */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'backs a workspace up into one zip, and checks backups',
  help,
  async run(args, terminal) {
    const { values } = parseOptions(args, {
      data: { type: 'string' },
      to: { type: 'string' },
      verify: { type: 'string' }
    })
    if (values.verify === undefined)
      return make(resolve(required(values.data, '--data')), resolve(required(values.to, '--to')), terminal)
    if (values.data !== undefined || values.to !== undefined)
      throw new UsageError('--verify takes a backup alone')
    await verify(resolve(required(values.verify, '--verify')), terminal)
  }
}

async function make(data: string, folder: string, { out, notify }: Terminal): Promise<void> {
  await requireWorkspace(data)
  const store = await openStore({ folder: data, watch: false }).catch((error: unknown) => {
    throw error instanceof GalleyError && error.reason === 'in-use' ? inUse(data) : error
  })
  try {
    const backup = await backUp(store.folder, folder, { galley: version })
    for (const { path, message } of backup.leftOut) notify(`${path}: ${message}`)
    notify(`backed up and checked: ${backup.files} files, ${sizeOf(backup.bytes)}`)
    out(backup.file)
  } finally {
    await store.close()
  }
}

async function verify(file: string, { out }: Terminal): Promise<void> {
  const archive = await openArchive(file)
  try {
    const { workspace, takenAt, files, bytes } = archive.about
    out(
      `backup of “${workspace.name}” of ${new Date(takenAt).toISOString()}: ${files} files, ${sizeOf(bytes)}`
    )
    const faults = await faultsIn(archive)
    for (const { message } of faults) out(message)
    if (faults.length > 0)
      throw new GalleyError(
        'damaged',
        faults.length === 1
          ? sentence`1 of ${{ files }} files in this backup is damaged; the others are intact`
          : sentence`${{ damaged: faults.length }} of ${{ files }} files in this backup are damaged; the others are intact`,
        { where: file }
      )
    out('all is well')
  } finally {
    archive.close()
  }
}

const inUse = (data: string) =>
  new GalleyError(
    'in-use',
    'Galley has this workspace open. Choose “Back up this workspace…” in its window, or end “galley serve” first.',
    { where: data }
  )
