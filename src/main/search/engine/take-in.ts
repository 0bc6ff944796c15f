import type { Database, Statement } from 'node-sqlite3-wasm'
import {
  clashKey,
  contentPath,
  nameOf,
  parentOf,
  ROOT,
  splitName,
  type ContentPath
} from '../../../common/content/paths'
import { formatOfPath } from '../../../common/formats/files'
import { readGone } from '../../../common/search/gone'
import type { Reading } from '../../../common/search/reading'
import { readingOf, saysNothing, shownTitle, textsOf } from '../../../common/search/texts'
import type { FileMark, FileToRead, Labelled } from './types'

/** A file whose content is not read yet, or never will be, is found by its name. */
export const UNREAD = ''

/** Of a file that was never read: of its words only those of its name are kept, in `titles`. */
const NAMED = -1

/** Takes files in by their names and places alone; what is known of their content stays. */
export function takeMarks(db: Database, marks: readonly FileMark[]): void {
  inserting(db, (insert) => {
    for (const mark of marks) {
      const known = db.get('select path, hash from doc where file = ?', [mark.file])
      makeRoom(db, mark)
      if (known && known['hash'] === mark.hash && known['path'] === mark.path) setState(db, mark)
      else if (known && known['hash'] !== mark.hash) setPlace(db, mark)
      else {
        // another name, and other words by it: it is read again
        remove(db, mark.file)
        insert(mark, UNREAD, null)
      }
    }
  })
}

/**
 * Takes files in with their content.
 * @param files `bytes` null: by its name alone, for ever
 * @param came told the words of each, with blanks between
 */
export function takeFiles(
  db: Database,
  files: readonly FileToRead[],
  came: (words: string) => void = () => undefined
): void {
  // what goes goes first: a word that goes between two that come has all before it written by itself
  for (const file of files) remove(db, file.file)
  inserting(
    db,
    (insert) => {
      for (const file of files) {
        makeRoom(db, file)
        remove(db, file.file)
        insert(file, file.hash, readingOfMark(file))
      }
    },
    came
  )
}

function readingOfMark(file: FileToRead): Reading {
  const { bytes, isConfig, was, next } = file
  const path = placeOf(file)
  if (was !== 'went') return readingOf({ path, isConfig, bytes })
  const read = isConfig ? contentPath(`${path}.json`) : path
  return bytes === null || formatOfPath(read) === 'media'
    ? saysNothing(read)
    : readGone({ path: read, text: decoded(bytes), next: next ? decoded(next) : null }, false)
}

const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Where it is; of what was, where the file is or was. */
const placeOf = ({ path, was }: Pick<FileMark, 'path' | 'was'>): ContentPath =>
  was === undefined ? contentPath(path) : parentOf(contentPath(path))

export function remove(db: Database, file: string): void {
  const known = db.get('select id, units from doc where file = ?', [file])
  if (!known) return
  const id = Number(known['id'])
  db.run('delete from doc where id = ?', [id])
  db.run('delete from titles where rowid = ?', [id])
  if (known['units'] === NAMED) return
  db.run('delete from words where rowid = ?', [id])
  for (const table of ['link', 'anchor', 'naming']) db.run(`delete from ${table} where doc = ?`, [id])
}

/** What the versions of files are called, in the place of what was known. */
export function takeLabels(db: Database, files: readonly Labelled[]): void {
  for (const { file, path, labels } of files) {
    db.run('delete from label where file = ?', [file])
    if (path === null) continue
    for (const label of new Set(labels))
      db.run('insert into label(file, path, label) values (?, ?, ?)', [file, path, label])
  }
}

/** @param known all files that there are: labels of others go */
export function keepLabels(db: Database, known: readonly string[]): void {
  const there = new Set(known)
  for (const { file } of db.all('select distinct file from label'))
    if (!there.has(String(file))) db.run('delete from label where file = ?', [String(file)])
}

/** The files at a path and below it. */
export function filesAt(db: Database, path: string): string[] {
  const found =
    path === ROOT
      ? db.all('select file from doc')
      : db.all('select file from doc where path = ? or (path >= ? and path < ?)', [
          path,
          `${path}/`,
          `${path}0`
        ])
  return found.map(({ file }) => String(file))
}

/** What stood at the place before is elsewhere now, or gone: it is told of by itself. */
function makeRoom(db: Database, { file, path }: Pick<FileMark, 'file' | 'path'>): void {
  const other = db.get('select file from doc where path_key = ? and file <> ?', [clashKey(path), file])
  if (other) remove(db, String(other['file']))
}

/** @param reading null: it is not read yet */
type Insert = (mark: FileMark, hash: string, reading: Reading | null) => void

/** What is written is made ready once for all files of one transaction. */
function inserting(
  db: Database,
  work: (insert: Insert) => void,
  came: (words: string) => void = () => undefined
): void {
  const [doc, titles, words] = [
    `insert into doc(file, path, path_key, kind, ext, hash, size, units, changed_at, changed_by, title, preview, live, was, label, problems)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    'insert into titles(rowid, title, names, tags) values (?, ?, ?, ?)',
    'insert into words(rowid, heads, body, data, also) values (?, ?, ?, ?, ?)'
  ].map((sql) => db.prepare(sql))
  if (!doc || !titles || !words) return
  try {
    work((mark, hash, read) => {
      const place = placeOf(mark)
      const reading = read ?? saysNothing(place)
      const texts = textsOfMark(mark, place, reading)
      const { lastInsertRowid } = doc.run([
        mark.file,
        mark.path,
        clashKey(contentPath(mark.path)),
        mark.isConfig ? 'config' : reading.kind,
        splitName(nameOf(place)).ext.toLowerCase(),
        hash,
        mark.size,
        read === null ? NAMED : reading.units.length,
        mark.changedAt,
        mark.changedBy,
        shownTitle(reading),
        mark.preview,
        mark.live,
        mark.was ?? null,
        mark.label ?? null,
        reading.isCut || texts.isCut ? 1 : 0
      ])
      const id = Number(lastInsertRowid)
      titles.run([id, texts.title, texts.names, texts.tags])
      if (read === null) return
      words.run([id, texts.heads, texts.body, texts.data, texts.also])
      for (const one of [texts.heads, texts.body, texts.data, texts.also]) came(one)
    })
  } finally {
    for (const one of [doc, titles, words]) finalize(one)
  }
}

/** One that failed says so once more when it ends; all of them have to, or the file stays open. */
function finalize(statement: Statement): void {
  try {
    statement.finalize()
  } catch {
    // whoever ran it was told
  }
}

/** What a file is called did not go with its words. */
const textsOfMark = ({ was }: FileMark, place: ContentPath, reading: Reading) =>
  was === 'went' ? textsOf(null, { title: '', tags: [], units: reading.units }) : textsOf(place, reading)

function setState(db: Database, { file, changedAt, changedBy, preview, live }: FileMark): void {
  db.run('update doc set changed_at = ?, changed_by = ?, preview = ?, live = ? where file = ?', [
    changedAt,
    changedBy,
    preview,
    live,
    file
  ])
}

/** What it said is found until it is read again. */
function setPlace(db: Database, mark: FileMark): void {
  db.run('update doc set path = ?, path_key = ?, hash = ? where file = ?', [
    mark.path,
    clashKey(mark.path),
    UNREAD,
    mark.file
  ])
  setState(db, mark)
}
