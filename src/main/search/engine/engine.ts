import { candidates, detailsOf, type Asked } from './find'
import { GalleyError } from '../../../common/errors'
import { closeIndex, isDamage, openIndex, renewedIndex, toldFailure } from './database'
import { RENEWED } from './renewed'
import { goneStates, type States } from './gone-states'
import { ROOT } from '../../../common/content/paths'
import { isBelowPlace } from '../../../common/search/place'
import { filesAt, keepLabels, remove, takeFiles, takeLabels, takeMarks, UNREAD } from './take-in'
import type { Candidate, Details, FileMark, FileToRead, Labelled, ReadState } from './types'
import { openVocabulary } from './vocabulary'

/** The index in one thread; every call ends before the next begins. */
export interface Engine {
  /** Files as the store knows them; what is not read yet is found by its name. */
  mark(marks: readonly FileMark[]): void
  /** Of these files, those that must be read: not known, or of another content. */
  unread(files: readonly string[]): string[]
  /** All that is known at and below a path, when it was marked: what is not among these is gone. */
  keepOnly(known: { readonly at: string; readonly files: readonly string[] }): void
  take(files: readonly FileToRead[]): void
  remove(files: readonly string[]): void
  /** Of the index of what was: what is no state any more goes. */
  keepStates(states: States): void
  /** What the versions of files are called. */
  label(files: readonly Labelled[]): void
  /** Paths of files that have a version whose name holds this, in small letters. */
  labelled(text: string): string[]
  /** Everything at and below a path. */
  removeAt(path: string): void
  find(asked: Asked): Candidate[]
  details(ids: readonly number[]): Details[]
  near(asked: { readonly word: string; readonly most: number }): readonly string[]
  /** sha256 of the content of a file that is known; null when it is not. */
  hashAt(path: string): string | null
  state(): ReadState
  /** Everything that is kept, in an order of its own, to be compared with another index. */
  dump(): string[]
  /** While the whole store is read for the first time nothing waits for the disk. */
  hurry(isOn: boolean): void
  close(): void
}

/**
 * The index in a file. One that turns out damaged while it is used is thrown away at once, and an empty one is
 * in its place: whoever filled it is told by a GalleyError `damaged`.
 * @param file null: in memory
 */
export function openEngine(file: string | null): Engine {
  let { db } = opened(file)
  let vocabulary = openVocabulary(db)
  const prepare = () => {
    db.function('is_below', (key, folder) => (isBelowPlace(String(key), String(folder)) ? 1 : 0), {
      deterministic: true
    })
    // that of the database knows the letters of English alone
    db.function('in_small', (text) => String(text).toLowerCase(), { deterministic: true })
  }
  prepare()

  function guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (db.isOpen && db.inTransaction) db.exec('rollback')
      if (!isDamage(error)) throw toldFailure(error, file)
      db = renewedIndex(db, file)
      vocabulary = openVocabulary(db)
      prepare()
      throw new GalleyError('damaged', 'The search index was damaged, and is being made anew.', {
        where: RENEWED
      })
    }
  }

  function changing(work: () => void): void {
    guarded(() => {
      db.exec('begin')
      work()
      db.exec('commit')
    })
  }

  return {
    mark: (marks) => changing(() => takeMarks(db, marks)),
    unread: (files) =>
      guarded(() =>
        files.filter((file) => {
          const known = db.get('select hash from doc where file = ?', [file])
          return !known || known['hash'] === UNREAD
        })
      ),
    keepOnly({ at, files }) {
      const there = new Set(files)
      const known = guarded(() => filesAt(db, at))
      const gone = known.filter((file) => !there.has(file))
      if (gone.length > 0) changing(() => gone.forEach((file) => remove(db, file)))
    },
    take: (files) => changing(() => takeFiles(db, files, vocabulary.came)),
    remove: (files) => changing(() => files.forEach((file) => remove(db, file))),
    keepStates(states) {
      const gone = guarded(() => goneStates(filesAt(db, ROOT), states))
      const { known } = states
      if (gone.length === 0 && known === null) return
      changing(() => {
        gone.forEach((file) => remove(db, file))
        if (known !== null) keepLabels(db, known)
      })
    },
    label: (files) => changing(() => takeLabels(db, files)),
    labelled: (text) =>
      guarded(() =>
        db
          .all('select distinct path from label where instr(label, ?) > 0', [text])
          .map(({ path }) => String(path))
      ),
    removeAt: (path) => changing(() => filesAt(db, path).forEach((file) => remove(db, file))),
    find: (asked) => guarded(() => candidates(db, vocabulary, asked)),
    details: (ids) => guarded(() => detailsOf(db, ids)),
    near: ({ word, most }) => guarded(() => vocabulary.near(word, most)),
    hashAt: (path) =>
      guarded(() => {
        const hash = db.get('select hash from doc where path = ?', [path])?.['hash']
        return hash === undefined || hash === UNREAD ? null : String(hash)
      }),
    state: () =>
      guarded(() => {
        const row = db.get(`select count(*) as total, sum(hash <> '${UNREAD}') as read from doc`)
        return { read: Number(row?.['read'] ?? 0), of: Number(row?.['total'] ?? 0) }
      }),
    dump: () => dumpOf(db),
    hurry(isOn) {
      db.exec(`pragma synchronous=${isOn ? 'off' : 'normal'}`)
      vocabulary.rest(isOn)
    },
    close: () => closeIndex(db, file)
  }
}

function opened(file: string | null): ReturnType<typeof openIndex> {
  try {
    return openIndex(file)
  } catch (error) {
    throw toldFailure(error, file)
  }
}

function dumpOf(db: Parameters<typeof closeIndex>[0]): string[] {
  const columns =
    'file, path, kind, hash, size, units, changed_at, changed_by, title, preview, live, was, label, problems'
  const docs = db.all(`select ${columns} from doc order by file`)
  const words = (['titles', 'words'] as const).flatMap((table) => wordsAt(db, table))
  const links = db.all(
    'select d.file, n, l.kind, key, anchor, written from link l join doc d on d.id = l.doc order by d.file, n'
  )
  const anchors = db.all('select d.file, name from anchor a join doc d on d.id = a.doc order by d.file, name')
  const namings = db.all('select d.file, n, key from naming a join doc d on d.id = a.doc order by d.file, n')
  const labels = db.all('select file, path, label from label order by file, label')
  return [docs, words, links, anchors, namings, labels].flatMap((rows) =>
    rows.map((row) => JSON.stringify(row))
  )
}

/** Each word of a table, and where it is. */
function wordsAt(db: Parameters<typeof closeIndex>[0], table: 'titles' | 'words') {
  db.exec(`create virtual table temp.every using fts5vocab(main, ${table}, instance)`)
  try {
    return db.all(
      'select d.file, e.term, e.col, e.offset from temp.every e left join doc d on d.id = e.doc order by d.file, e.term, e.col, e.offset'
    )
  } finally {
    db.exec('drop table temp.every')
  }
}
