import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { dirname, basename, join } from 'node:path'
import { Database } from 'node-sqlite3-wasm'
import { GalleyError } from '../../../common/errors'
import { otherOf } from './other'
import { noteSum, sumFileOf, takeSum } from './checksum'
import { FORM, pragmas, tables } from './tables'

/** The open index, and whether what is in it may be believed without comparing it. */
interface OpenIndex {
  readonly db: Database
  /** It was made just now: nothing is in it. */
  readonly isNew: boolean
}

/**
 * Opens the index in a file, or makes it anew where it is damaged, of another form, or not there (FI5).
 * Nothing of the folder but this file is ever opened, nothing but indices is removed from it, and nothing is reached
 * through a link.
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

/**
 * Closes it, with a sum of its bytes: the next opening need not look into every page of it.
 * @param file null: in memory
 */
export function closeIndex(db: Database, file: string | null): void {
  if (!db.isOpen) return
  db.close()
  if (file !== null) noteSum(file)
}

/** An empty one in the place of one that is damaged. */
export function renewedIndex(db: Database, file: string | null): Database {
  closedAnyhow(db)
  if (file !== null) removeFiles(file)
  return made(file === null ? new Database() : new Database(file))
}

/** What a failure of the database is called that says: it is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  /malformed|corrupt|not a database|disk image|no such (?:fts5 )?(?:table|column)|constructor failed|constraint failed|missing row/i.test(
    error.message
  )

/**
 * What a failure of the database is for who asked: that of a disk, which takes nothing more or cannot be read, is told
 * as one.
 * @param file null: in memory
 */
export function toldFailure(error: unknown, file: string | null): unknown {
  const isOfDisk =
    error instanceof Error &&
    /disk I\/O error|disk is full|readonly database|unable to open/i.test(error.message)
  if (!isOfDisk || file === null) return error
  return isFull(file)
    ? new GalleyError(
        'disk-full',
        'The disk is full: nothing can be searched until there is some space again.'
      )
    : new GalleyError('io-failed', 'The search index cannot be written or read on this disk. Try it again.')
}

/** It grows by far more than that when it takes a page in. */
const LITTLE_SPACE = 1024 * 1024

function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize < LITTLE_SPACE
  } catch {
    return false
  }
}

function made(db: Database): Database {
  try {
    db.exec(pragmas)
    db.exec(tables)
    db.run("insert into about values ('form', ?)", [FORM])
    return db
  } catch (error) {
    // whoever asks next begins anew, and would leave one more open
    closedAnyhow(db)
    throw error
  }
}

function closedAnyhow(db: Database | null): void {
  try {
    db?.close()
  } catch {
    // it is thrown away in any case
  }
}

/** Null for one that is to be made anew. */
function reopened(file: string): Database | null {
  let db: Database | null = null
  try {
    const isAsClosed = takeSum(file)
    if (isAsClosed === false) throw new Error('changed since it was closed')
    db = new Database(file, { fileMustExist: true })
    db.exec(pragmas)
    if (aboutOf(db, 'form') !== FORM) throw new Error('of another form')
    if (isAsClosed === null && db.get('pragma integrity_check')?.['integrity_check'] !== 'ok')
      throw new Error('damaged')
    return db
  } catch {
    closedAnyhow(db)
    return null
  }
}

function aboutOf(db: Database, key: string): unknown {
  return db.get('select value from about where key = ?', [key])?.['value']
}

/**
 * Makes the folder where it is missing, and removes indices of others that lie in it beside the file, with what
 * a process that was killed left. What is called otherwise is nobody's index: it is neither opened nor removed.
 * The workspace has a lock of its own (W7).
 * @throws Error when the folder is none
 */
function prepare(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is no folder.`)
  const ours = [file, `${file}-journal`, sumFileOf(file)].map((one) => basename(one))
  // the other index of the workspace may be open, with its lock
  const other = otherOf(file)
  const others = [other, `${other}-journal`, `${other}.lock`, sumFileOf(other)].map((one) => basename(one))
  for (const name of readdirSync(folder))
    if (!ours.includes(name) && !others.includes(name) && isNameOfIndex(name)) removeOne(join(folder, name))
  rmSync(`${file}.lock`, { recursive: true, force: true })
  // a journal belongs to a file that is really ours
  const journal = `${file}-journal`
  if (!isPlainFile(file) || !isPlainFile(journal)) rmSync(journal, { recursive: true, force: true })
  if (!isPlainFile(sumFileOf(file))) rmSync(sumFileOf(file), { recursive: true, force: true })
}

/** Whether something is called like an index, or like what lies beside one. */
const isNameOfIndex = (name: string) => /^search-[^.]+(?:\.past)?\.db(?:-journal|\.sum|\.lock)?$/.test(name)

/** A file, a link or an empty folder: no index is more, and a mistaken name costs nobody a folder with all in it. */
function removeOne(path: string): void {
  if (lstatSync(path).isDirectory()) {
    if (readdirSync(path).length === 0) rmdirSync(path)
  } else rmSync(path, { force: true })
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
  for (const one of [file, `${file}-journal`, `${file}.lock`, sumFileOf(file)])
    rmSync(one, { recursive: true, force: true })
}
