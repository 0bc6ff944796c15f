import { createHash } from 'node:crypto'
import { GalleyError, sentence } from '../../../common/errors'
import type { Database, Sql } from './database'
import { schemaSteps } from './schema'
import { numberIn, textIn } from './values'

/** Of the database: two programs that change its tables wait for one another. */
const LOCK = 7_420_117

/** What the tables of a database are, beside what this program knows. */
export interface SchemaState {
  /** The last step that was taken; 0 for none. */
  readonly at: number
  /** The last one that this program knows. */
  readonly known: number
}

/** Takes the steps that lack, each as a whole. @throws in-use for tables of a later Galley, or changed by hand */
export function migrate(database: Database): Promise<SchemaState> {
  return database.transaction(async (sql) => {
    await sql.one('select pg_advisory_xact_lock($1)', [LOCK])
    await sql.change(
      `create table if not exists schema_steps (
         n integer primary key, name text not null, sha256 text not null, at timestamptz not null default now())`
    )
    const { at, known } = await stateIn(sql)
    for (const step of schemaSteps.slice(at)) {
      await sql.change(step.sql)
      await sql.change('insert into schema_steps (n, name, sha256) values ($1, $2, $3)', [
        step.number,
        step.name,
        sumOf(step.sql)
      ])
    }
    return { at: schemaSteps.length, known }
  })
}

/** @throws in-use for tables of a later Galley, or changed by hand */
export async function schemaState(database: Sql): Promise<SchemaState> {
  const there = await database.one(`select to_regclass('schema_steps') is not null as there`)
  return there?.['there'] === true ? stateIn(database) : { at: 0, known: schemaSteps.length }
}

async function stateIn(sql: Sql): Promise<SchemaState> {
  const rows = await sql.all('select n, sha256 from schema_steps order by n')
  const known = schemaSteps.length
  if (rows.length > known)
    throw new GalleyError(
      'in-use',
      sentence`The tables of this database are of a later Galley: they are at step ${{ at: rows.length }}, and this one knows ${{ known }}.`
    )
  for (const [index, row] of rows.entries()) {
    const step = schemaSteps[index]
    if (step && numberIn(row, 'n') === step.number && textIn(row, 'sha256') === sumOf(step.sql)) continue
    throw new GalleyError(
      'in-use',
      sentence`Step ${{ step: index + 1 }} of the tables of this database is not Galley’s own.`
    )
  }
  return { at: rows.length, known }
}

const sumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')
