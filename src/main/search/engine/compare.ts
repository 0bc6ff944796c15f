import type { Database } from 'node-sqlite3-wasm'
import { openIndex } from './database'
import { takeFiles, UNREAD } from './take-in'
import type { FileMark, FileToRead } from './types'

/** How an index stands beside a fresh one of the same contents. */
type Comparison =
  | { readonly kind: 'unreadable' }
  /** Files of which it says something else; of so many that could be compared. */
  | { readonly kind: 'compared'; readonly other: readonly string[]; readonly files: number }

/**
 * Compares what an index says of contents with what a fresh one says of the same (L4). What is not read yet, or is
 * another content by now, is no fault: an index follows.
 * @param file a copy: it is opened as an index is, and may be changed by that
 * @param read what the index read for this; null for what is gone, or of another content
 */
export async function compareIndex(
  file: string,
  read: (mark: FileMark) => Promise<FileToRead | null>
): Promise<Comparison> {
  const { db, isNew } = openIndex(file)
  const fresh = openIndex(null).db
  try {
    if (isNew) return { kind: 'unreadable' }
    const compared: string[] = []
    for (const row of db.all('select * from doc where hash <> ? order by id', [UNREAD])) {
      const mark = markIn(row)
      const found = await read(mark)
      if (!found) continue
      takeFiles(fresh, [found])
      compared.push(mark.file)
    }
    const [known, made] = [sumsOf(db), sumsOf(fresh)]
    return {
      kind: 'compared',
      files: compared.length,
      other: compared.filter((one) => known.get(one) !== made.get(one))
    }
  } finally {
    db.close()
    fresh.close()
  }
}

type Row = ReturnType<Database['all']>[number]

function markIn(row: Row): FileMark {
  const text = (name: string) => String(row[name])
  const orNull = (name: string) => (row[name] === null ? null : text(name))
  const was = (['went', 'trash'] as const).find((one) => one === row['was'])
  return {
    file: text('file'),
    path: text('path'),
    isConfig: row['kind'] === 'config',
    hash: text('hash'),
    size: Number(row['size']),
    changedAt: Number(row['changed_at']),
    changedBy: text('changed_by'),
    ...(was !== undefined && { was }),
    label: orNull('label') ?? undefined,
    preview: orNull('preview'),
    live: orNull('live')
  }
}

/** A number for all that is said of a document: the same only for the same, but for chance. */
function sumsOf(db: Database): Map<string, string> {
  const files = new Map<number, string>()
  const heads = new Map<string, string>()
  const sums = new Map<string, number>()
  for (const row of db.all('select id, file, kind, title, units, problems from doc')) {
    files.set(Number(row['id']), String(row['file']))
    heads.set(String(row['file']), JSON.stringify([row['kind'], row['title'], row['units'], row['problems']]))
  }
  for (const table of ['titles', 'words']) {
    db.exec(`create virtual table temp.each_word using fts5vocab(main, ${table}, instance)`)
    const statement = db.prepare('select doc, term, col, offset from temp.each_word')
    try {
      for (const { doc, term, col, offset } of statement.iterate()) {
        // words of no document are some of another
        const file = files.get(Number(doc)) ?? ''
        sums.set(
          file,
          ((sums.get(file) ?? 0) + sumOf(`${table} ${String(term)} ${String(col)} ${String(offset)}`)) % MOST
        )
      }
    } finally {
      statement.finalize()
      db.exec('drop table temp.each_word')
    }
  }
  return new Map([...heads].map(([file, head]) => [file, `${head} ${sums.get(file) ?? 0}`]))
}

const MOST = 2 ** 52

/** FNV-1a, twice, in 52 bits: added up, so that no order counts. */
function sumOf(text: string): number {
  let [one, two] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    two = Math.imul(two ^ code, 0x85ebca6b)
  }
  return (one >>> 0) * 2 ** 20 + (two >>> 12)
}
