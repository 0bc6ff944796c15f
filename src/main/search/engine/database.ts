import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, basename, join } from 'node:path'
import { Database } from 'node-sqlite3-wasm'
import { FORM, pragmas, tables } from './tables'

/** The open index, and whether what is in it may be believed without comparing it. */
interface OpenIndex {
  readonly db: Database
  /** It was made just now: nothing is in it. */
  readonly isNew: boolean
}

/**
 * Opens the index in a file, or makes it anew where it is damaged, of another form, or not there (FI5).
 * Nothing of the folder but this file is ever opened, and nothing is reached through a link.
 * @param file null: in memory
 */
export function openIndex(file: string | null): OpenIndex {
  if (file === null) return { db: made(new Database()), isNew: true }
  prepare(file)
  if (isPlainFile(file)) {
    const known = reopened(file)
    if (known) return { db: known, isNew: false }
  }
  removeFiles(file)
  return { db: made(new Database(file)), isNew: true }
}

/** Closes it so that the next opening need not look into every page of it. */
export function closeIndex(db: Database): void {
  if (!db.isOpen) return
  db.exec('pragma synchronous=normal')
  db.run("insert or replace into about values ('clean', 1)")
  db.close()
}

/** An empty one in the place of one that is damaged. */
export function renewedIndex(db: Database, file: string | null): Database {
  try {
    db.close()
  } catch {
    // it is thrown away in any case
  }
  if (file !== null) removeFiles(file)
  return made(file === null ? new Database() : new Database(file))
}

/** What a failure of the database is called that says: it is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && /malformed|corrupt|not a database|disk image/i.test(error.message)

function made(db: Database): Database {
  db.exec(pragmas)
  db.exec(tables)
  db.run("insert into about values ('form', ?), ('clean', 0)", [FORM])
  return db
}

/** Null for one that is to be made anew. */
function reopened(file: string): Database | null {
  let db: Database | null = null
  try {
    db = new Database(file, { fileMustExist: true })
    db.exec(pragmas)
    if (aboutOf(db, 'form') !== FORM) throw new Error('of another form')
    if (aboutOf(db, 'clean') !== 1 && db.get('pragma quick_check')?.['quick_check'] !== 'ok')
      throw new Error('damaged')
    db.run("update about set value = 0 where key = 'clean'")
    return db
  } catch {
    try {
      db?.close()
    } catch {
      // it is thrown away in any case
    }
    return null
  }
}

function aboutOf(db: Database, key: string): unknown {
  return db.get('select value from about where key = ?', [key])?.['value']
}

/**
 * Makes the folder where it is missing, and removes whatever lies in it beside the file: the lock of a
 * process that was killed, and indices of others. The workspace has a lock of its own (W7).
 * @throws Error when the folder is none
 */
function prepare(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is no folder.`)
  for (const name of readdirSync(folder))
    if (name !== basename(file) && name !== `${basename(file)}-journal`)
      rmSync(join(folder, name), { recursive: true, force: true })
  // a journal belongs to a file that is really ours
  const journal = `${file}-journal`
  if (!isPlainFile(file) || !isPlainFile(journal)) rmSync(journal, { recursive: true, force: true })
}

function isPlainFile(file: string): boolean {
  try {
    const found = lstatSync(file)
    return found.isFile() && found.nlink === 1
  } catch {
    return false
  }
}

function removeFiles(file: string): void {
  for (const one of [file, `${file}-journal`, `${file}.lock`]) rmSync(one, { recursive: true, force: true })
}
