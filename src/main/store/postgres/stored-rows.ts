import { GalleyError } from '../../../common/errors'
import type { Row, Sql } from './database'
import { FILE, fileOf } from './files'
import { keyOf, parentKeyOf } from './places'
import { stateOf } from './published-rows'
import { jsonIn, maybe, numberIn, pathIn, personIn, textIn } from './values'
import { VERSION, versionOf } from './versions'

type Reading = Sql & { readonly workspace: string }

const GROUP = 1_000

/**
 * Reads every row as the store does, and tells of each that no Galley has written.
 * @returns how many files and versions there are
 */
export async function requireStored(
  sql: Reading,
  tell: (where: string, message: string) => void
): Promise<{ readonly files: number; readonly versions: number }> {
  const look = async (
    from: string,
    columns: string,
    told: string,
    read: (row: Row) => unknown
  ): Promise<number> => {
    let count = 0
    for await (const row of rowsOf(sql, `select ${columns}, ${told} told from ${from}`)) {
      count++
      try {
        read(row)
      } catch (error) {
        if (!(error instanceof GalleyError) || error.reason !== 'damaged') throw error
        tell(textIn(row, 'told'), DAMAGED)
      }
    }
    return count
  }
  const own = `workspace_id = '${sql.workspace}'`
  await look(`entries where ${own} and kind = 'folder'`, 'path, key, parent', 'path', placeOf)
  const files = await look(
    `entries where ${own} and kind = 'file'`,
    `${FILE}, key, parent`,
    'path',
    (row) => {
      placeOf(row)
      fileOf(row)
    }
  )
  const versions = await look(`versions where ${own}`, VERSION, 'path', versionOf)
  await look(
    `happenings h where ${own}`,
    'kind, at, by_whom, path, deleted_at, hash, size',
    '(select path from entries e where e.workspace_id = h.workspace_id and e.id = h.file_id)',
    (row) => [maybe(row, 'by_whom', personIn), maybe(row, 'path', pathIn), numberIn(row, 'at')]
  )
  await look(`trash_items where ${own}`, 'path, deleted_by, deleted_at', 'path', (row) => [
    pathIn(row, 'path'),
    personIn(row, 'deleted_by')
  ])
  await look(`replaced where ${own}`, 'by_whom', 'file_id::text', (row) => personIn(row, 'by_whom'))
  await look(`published where ${own}`, 'state', 'path', stateOf)
  await look(`documents where ${own}`, 'value', `'the settings ' || name`, (row) => jsonIn(row, 'value'))
  await look(`records where ${own}`, 'value', `kind || '/' || key`, (row) => jsonIn(row, 'value'))
  await look(`sync_values where ${own}`, 'key, value', `'the sync ' || pair`, (row) => [
    jsonIn(row, 'key'),
    jsonIn(row, 'value')
  ])
  return { files, versions }
}

const DAMAGED =
  'The database holds something here that no Galley has written. What it told counts for nothing; a backup from before may have it.'

/** What it lies at is what its path says. */
function placeOf(row: Row): void {
  const path = pathIn(row, 'path')
  if (textIn(row, 'key') !== keyOf(path) || textIn(row, 'parent') !== parentKeyOf(path))
    throw new GalleyError('damaged', DAMAGED, { where: path })
}

/** Rows of a question without values, some at a time. */
async function* rowsOf({ all, change }: Sql, text: string): AsyncGenerator<Row, void> {
  await change(`declare looked_at no scroll cursor for ${text}`)
  for (;;) {
    const rows = await all(`fetch ${GROUP} from looked_at`)
    if (rows.length === 0) break
    yield* rows
  }
  await change('close looked_at')
}
