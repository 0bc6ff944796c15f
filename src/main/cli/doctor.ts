import { join, resolve } from 'node:path'
import { GalleyError } from '../../common/errors'
import { examineIndex } from '../search'
import type { Diagnosis, Finding } from '../store/doctor'
import { examine } from '../store/doctor'
import { commandStateFolder, usualUserData } from '../trust'
import type { Command, Terminal } from './command'
import { parseOptions, required } from './command'
import { jsonText } from './visibly'

const help = `usage: galley doctor --data <folder> [--repair] [--json]

Examines a workspace: settings, tokens, histories, stored contents, trash, what is published, and the index of the search
beside a fresh one. Says what is wrong, what that means and what a repair would do. Nothing is changed without --repair, and
nothing is ever thrown away that could hold content: what is damaged is set aside in .galley/damaged. Close Galley first.

  --data <folder>   the workspace
  --repair          mends what can be mended
  --json            prints the findings as JSON
  --help            shows this

Ends with 0 when all is well or mended, with 1 when something stays wrong or is gone for good. What is gone, a backup from
before may have: “galley restore” makes a workspace of it beside this one, from which files are taken over.`

/** `galley doctor` (L4). */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'examines a workspace, and mends it with --repair',
  help,
  async run(args, terminal) {
    const flags = new Set<string>(args.filter((arg) => arg === '--repair' || arg === '--json'))
    const { values } = parseOptions(
      args.filter((arg) => !flags.has(arg)),
      { data: { type: 'string' } }
    )
    const data = resolve(required(values.data, '--data'))
    const repair = flags.has('--repair')
    const seals = [commandStateFolder(), usualUserData()].map((folder) => join(folder, 'search'))
    const diagnosis = await examine(data, { repair, made: (made) => examineIndex(made, seals) })
    if (flags.has('--json')) terminal.out(jsonText(diagnosis))
    else print(diagnosis, terminal)
    const wrong = diagnosis.findings.filter(
      ({ kind, repaired, lost }) => kind === 'damage' && (!repaired || lost)
    )
    if (wrong.length > 0) throw new GalleyError('damaged', verdict(wrong, repair), { where: data })
  }
}

function print({ findings, files, contents }: Diagnosis, terminal: Terminal): void {
  for (const { where, kind, message, repair, repaired, lost } of findings) {
    terminal.out(`${repaired ? 'mended' : words[kind]}: ${where}`)
    terminal.out(`  ${message}`)
    if (repair !== null) terminal.out(`  ${repaired ? 'Done' : 'Repair'}: ${repair}`)
    if (lost) terminal.out('  Gone: no repair brings that back; a backup from before may have it')
  }
  const damage = findings.filter(({ kind }) => kind === 'damage').length
  const summary = damage === 0 ? 'all is well' : `${damage} ${damage === 1 ? 'thing' : 'things'} found`
  terminal.out(`examined ${files} histories and ${contents} stored contents: ${summary}`)
}

const words: Readonly<Record<Finding['kind'], string>> = {
  damage: 'damaged',
  leftover: 'left over',
  kept: 'set aside'
}

function verdict(wrong: readonly Finding[], repair: boolean): string {
  const gone = wrong.filter(({ lost }) => lost).length
  const backup =
    gone === 0
      ? ''
      : `; something of ${wrong.length === 1 ? 'it' : gone === wrong.length ? 'each' : `${gone} of them`} is gone: a backup from before may have it (galley restore --backup <file> --to <new folder>)`
  return whatIsWrong(wrong, repair) + backup
}

function whatIsWrong(wrong: readonly Finding[], repair: boolean): string {
  const open = wrong.filter(({ repaired }) => !repaired).length
  if (repair && open === 0) return 'all that can be mended is'
  const mendable = wrong.filter((finding) => finding.repair !== null).length
  const count = `${wrong.length} ${wrong.length === 1 ? 'thing is' : 'things are'} wrong in this workspace`
  if (repair || mendable === 0) return `${count} and cannot be mended; the rest is intact`
  return `${count}; --repair mends ${mendable === wrong.length ? (mendable === 1 ? 'it' : 'all of them') : `${mendable} of them`}`
}
