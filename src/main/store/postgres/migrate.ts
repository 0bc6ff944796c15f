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

/** A lock that is not had within so long is asked for again: meanwhile whoever serves the tables goes on. */
const LOCK_MS = 2_000
const TRIES = 60
const AGAIN_MS = 500

/**
 * Takes the steps that lack, all or none, beside nodes that go on serving.
 * @throws in-use for tables of a later Galley that this one cannot serve, or changed by hand; busy where the tables are never free
 */
export async function migrate(database: Database): Promise<SchemaState> {
  for (let tries = 1; ; tries++)
    try {
      return await database.long('change', take)
    } catch (error) {
      if (tries === TRIES || !(error instanceof GalleyError) || error.reason !== 'busy') throw error
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
}

async function take(sql: Sql): Promise<SchemaState> {
  await sql.one('select pg_advisory_xact_lock($1)', [LOCK])
  await sql.change(`set local lock_timeout = ${LOCK_MS}`)
  await sql.change(
    `create table if not exists schema_steps (
       n integer primary key, name text not null, sha256 text not null, at timestamptz not null default now(), serves integer);
     alter table schema_steps add column if not exists serves integer`
  )
  const { at, known } = await stateIn(sql)
  for (const step of schemaSteps.slice(at)) {
    await sql.change(step.sql)
    await sql.change('insert into schema_steps (n, name, sha256, serves) values ($1, $2, $3, $4)', [
      step.number,
      step.name,
      sumOf(step.sql),
      step.serves ?? step.number
    ])
  }
  return { at: Math.max(at, known), known }
}

/** @throws in-use for tables of a later Galley that this one cannot serve, or changed by hand */
export async function schemaState(database: Sql): Promise<SchemaState> {
  const there = await database.one(`select to_regclass('schema_steps') is not null as there`)
  return there?.['there'] === true ? stateIn(database) : { at: 0, known: schemaSteps.length }
}

/** Whether this Galley can go on serving tables that another one may have changed meanwhile. */
export const servesTables = (database: Sql): Promise<boolean> =>
  schemaState(database).then(
    () => true,
    () => false
  )

async function stateIn(sql: Sql): Promise<SchemaState> {
  // tables of a Galley before have no such column
  const rows = await sql.all(
    `select n, sha256, coalesce((to_jsonb(one) ->> 'serves')::integer, n) serves from schema_steps one order by n`
  )
  const known = schemaSteps.length
  if (rows.slice(known).some((row) => numberIn(row, 'serves') > known))
    throw new GalleyError(
      'in-use',
      sentence`The tables of this database are of a later Galley: they are at step ${{ at: rows.length }}, and this one knows ${{ known }}.`
    )
  for (const [index, row] of rows.slice(0, known).entries()) {
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
