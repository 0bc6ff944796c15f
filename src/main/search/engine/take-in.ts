import type { Database } from 'node-sqlite3-wasm'
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
import { readForSearch, searchKindOf, type Reading } from '../../../common/search/reading'
import { textsOf } from './texts'
import type { FileMark, FileToRead } from './types'

/** A file whose content is not read yet, or never will be, is found by its name. */
export const UNREAD = ''

/** Takes files in by their names and places alone; what is known of their content stays. */
export function takeMarks(db: Database, marks: readonly FileMark[]): void {
  for (const mark of marks) {
    const known = db.get('select id, path, hash from doc where file = ?', [mark.file])
    makeRoom(db, mark)
    if (known && known['hash'] === mark.hash) {
      if (known['path'] !== mark.path) {
        db.run('delete from doc where id = ?', [Number(known['id'])])
        // another name, and other words by it: it is read again
        removeWords(db, Number(known['id']))
        insert(db, mark, UNREAD, nothing(placeOf(mark)))
      } else setState(db, mark)
      continue
    }
    if (known) {
      setPlace(db, mark)
      continue
    }
    insert(db, mark, UNREAD, nothing(placeOf(mark)))
  }
}

/**
 * Takes one file in with its content. @returns its number among the documents
 * @param file `bytes` null: by its name alone, for ever
 */
export function takeFile(db: Database, file: FileToRead): number {
  makeRoom(db, file)
  remove(db, file.file)
  return insert(db, file, file.hash, readingOf(file))
}

function readingOf(file: FileToRead): Reading {
  const path = file.isConfig ? contentPath(`${file.path}.json`) : placeOf(file)
  if (file.bytes === null || formatOfPath(path) === 'media') return nothing(path)
  const text = decoded(file.bytes)
  return file.was === 'went'
    ? readGone({ path, text, next: file.next ? decoded(file.next) : null }, false)
    : readForSearch(path, text, false)
}

const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Where it is; of what was, where the file is or was. */
const placeOf = ({ path, was }: Pick<FileMark, 'path' | 'was'>): ContentPath =>
  was === undefined ? contentPath(path) : parentOf(contentPath(path))

export function remove(db: Database, file: string): void {
  const known = db.get('select id from doc where file = ?', [file])
  if (!known) return
  const id = Number(known['id'])
  db.run('delete from doc where id = ?', [id])
  removeWords(db, id)
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

const nothing = (path: ContentPath): Reading => ({
  kind: searchKindOf(path),
  title: '',
  tags: [],
  units: [],
  isCut: false
})

/** What stood at the place before is elsewhere now, or gone: it is told of by itself. */
function makeRoom(db: Database, { file, path }: Pick<FileMark, 'file' | 'path'>): void {
  const other = db.get('select file from doc where path_key = ? and file <> ?', [clashKey(path), file])
  if (other) remove(db, String(other['file']))
}

function insert(db: Database, mark: FileMark, hash: string, reading: Reading): number {
  const path = contentPath(mark.path)
  const place = placeOf(mark)
  // what a file is called did not go with its words
  const { units } = reading
  const texts = mark.was === 'went' ? textsOf(null, { title: '', tags: [], units }) : textsOf(place, reading)
  const kind = mark.isConfig ? 'config' : reading.kind
  const { lastInsertRowid } = db.run(
    `insert into doc(file, path, path_key, kind, ext, hash, size, units, changed_at, changed_by, title, preview, live, was, problems)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      mark.file,
      path,
      clashKey(path),
      kind,
      splitName(nameOf(place)).ext.toLowerCase(),
      hash,
      mark.size,
      reading.units.length,
      mark.changedAt,
      mark.changedBy,
      reading.title.slice(0, 300),
      mark.preview,
      mark.live,
      mark.was ?? null,
      reading.isCut || texts.isCut ? 1 : 0
    ]
  )
  const id = Number(lastInsertRowid)
  db.run('insert into titles(rowid, title, names, tags) values (?, ?, ?, ?)', [
    id,
    texts.title,
    texts.names,
    texts.tags
  ])
  db.run('insert into words(rowid, heads, body, data, also) values (?, ?, ?, ?, ?)', [
    id,
    texts.heads,
    texts.body,
    texts.data,
    texts.also
  ])
  return id
}

function removeWords(db: Database, id: number): void {
  db.run('delete from titles where rowid = ?', [id])
  db.run('delete from words where rowid = ?', [id])
  for (const table of ['link', 'anchor', 'naming']) db.run(`delete from ${table} where doc = ?`, [id])
}

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
