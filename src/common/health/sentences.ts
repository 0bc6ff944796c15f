import { sizeOf } from '../content/size'
import type { DiskLevel } from './disk'
import type { RiskyPlace } from './place'

/** What is the matter, and what to do about it. */
interface Sentence {
  readonly what: string
  readonly todo: string
}

/** W13: what can go wrong where a workspace lies, and what to do instead. */
export function placeSentence({ kind, name }: RiskyPlace): Sentence {
  const todo =
    'Keep the workspace on a disk of this computer instead; bring it to other computers by a sync with a server, and keep it safe by a backup.'
  return kind === 'mirror'
    ? {
        what: `${name} mirrors this folder. It may put back older files, or leave the copy on another computer half of one state and half of another, where versions are missing.`,
        todo
      }
    : {
        what: `This folder lies on a network (${name}). When the connection breaks, saving fails until it is back; changes made on other computers show late, and two of them may write at the same time.`,
        todo
      }
}

/** Whether a workspace is a folder, or lies in a database. */
type Lies = 'folder' | 'database'

/** W12, TM16: how much is left, what still works, and what to do; null while there is enough. */
export function diskSentence(
  disk: {
    readonly level: DiskLevel
    readonly free: number
    /** How many it still takes, where these are few. */
    readonly files: number | null
  },
  lies: Lies
): Sentence | null {
  const { level, free, files } = disk
  if (level === 'enough') return null
  const { takes, left: rest, todo } = rooms[lies]
  const left = files !== null ? `${takes} only ${files} more files.` : `${sizeOf(free)} are left ${rest}.`
  return level === 'low'
    ? {
        what: `${left} Everything still works.`,
        todo: `Free some space before it is full: ${todo}`
      }
    : {
        what: `Only little space is left. ${left} Reading and deleting go on working; saving and uploading fail once it is full.`,
        todo: `Free some space now: ${todo}`
      }
}

const rooms: Readonly<
  Record<Lies, { readonly takes: string; readonly left: string; readonly todo: string }>
> = {
  folder: {
    takes: 'The disk of this workspace takes',
    left: 'on the disk of this workspace',
    todo: 'delete what nobody needs, also from the trash, or files of other programs.'
  },
  database: {
    takes: 'This workspace takes',
    left: 'of what this workspace may hold',
    todo: 'delete what nobody needs, also from the trash, or ask whoever runs the server for more.'
  }
}

/** Where nothing else is known of why. */
export const failedCheck = 'The check could not be finished. The reason is in the log of Galley; try again.'

/** W11: what an examination came to; null when all is well. */
export function findingsSentence(
  {
    damaged,
    findings
  }: {
    readonly damaged: number
    readonly findings: readonly { readonly lost?: boolean | undefined }[]
  },
  lies: Lies
): Sentence | null {
  if (damaged === 0) return null
  const what = `${damaged === 1 ? '1 thing is' : `${damaged} things are`} damaged in this workspace. Everything else is intact.`
  if (lies === 'database') return { what, todo: fromDatabase }
  const isLost = findings.some(({ lost }) => lost)
  return { what, todo: `${repairing}${isLost ? ` ${fromBackup}` : ''}` }
}

const repairing =
  'Copy the folder of the workspace to another disk first. Then close Galley and run “galley doctor --data <folder> --repair”: it mends what can be mended and throws nothing away. Damage that nobody caused may mean that the disk is failing.'

const fromBackup =
  'What is said to be gone, a backup from before may have: “Restore from a backup…” in the settings, or “galley restore”, makes a workspace of it beside this one, from which you take over what is missing.'

const fromDatabase =
  'Tell whoever runs the server: “galley team doctor” says the same again, and a backup of the database, or of the bucket, from before may have what is gone. A content whose object was lost is mended by who uploads the same file again.'
