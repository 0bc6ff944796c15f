import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { schemaSteps } from '../../../src/main/store/postgres/schema'
import { migrate, schemaState } from '../../../src/main/store/postgres/migrate'
import { startTryServer } from '../../../src/main/team'
import { buildCli, runCli, type CliProgram } from '../../support/cli-program'
import { noDatabase } from '../../support/team-database'
import { reasonOf } from '../store/contract-kit'

const known = schemaSteps.length

let server: Awaited<ReturnType<typeof startTryServer>> | undefined
let cli: CliProgram
beforeAll(async () => {
  if (noDatabase) return
  server = await startTryServer({ isSafe: false })
  cli = await buildCli()
}, 120_000)
afterAll(() => server?.stop())

async function withEmpty<T>(work: (database: Database, url: string) => Promise<T>): Promise<T> {
  const url = server?.url ?? ''
  const name = `empty${process.pid}_${Date.now()}`
  const first = openDatabase(url, { most: 4 })
  await first.change(`create database ${name}`)
  await first.close()
  const own = url.replace('/postgres?', `/${name}?`)
  const database = openDatabase(own, { most: 4 })
  try {
    return await work(database, own)
  } finally {
    await database.close()
  }
}

it.skipIf(noDatabase)('TM5 steps are taken once, also when two take them at once', () =>
  withEmpty(async (database, url) => {
    expect(await schemaState(database)).toEqual({ at: 0, known })
    const other = openDatabase(url, { most: 4 })
    await Promise.all([migrate(database), migrate(other)])
    await other.close()
    expect(await schemaState(database)).toEqual({ at: known, known })
    expect(await database.all('select n from schema_steps')).toEqual(
      schemaSteps.map(({ number: n }) => ({ n }))
    )
    expect(await migrate(database)).toEqual({ at: known, known })
  })
)

it.skipIf(noDatabase)('TM5 tables of a later Galley, and steps that somebody has changed, are refused', () =>
  withEmpty(async (database) => {
    await migrate(database)
    const later = async (step: number, serves: number | null) =>
      database.change(`insert into schema_steps (n, name, sha256, serves) values ($1, 'later', 'x', $2)`, [
        known + step,
        serves
      ])
    // a step that this Galley can live with, and one that it cannot
    await later(1, known)
    expect(await schemaState(database)).toEqual({ at: known + 1, known })
    expect(await migrate(database)).toEqual({ at: known + 1, known })
    await later(2, known + 1)
    expect(await reasonOf(schemaState(database))).toBe('in-use')
    expect(await reasonOf(migrate(database))).toBe('in-use')
    await database.change('delete from schema_steps where n > $1', [known])
    await later(1, null)
    expect(await reasonOf(migrate(database))).toBe('in-use')
    await database.change('delete from schema_steps where n > $1', [known])
    await database.change(`update schema_steps set sha256 = 'other'`)
    expect(await reasonOf(migrate(database))).toBe('in-use')
  })
)

it.skipIf(noDatabase)(
  'TM5 tables from before steps said whom they serve are renewed, once whoever uses them lets go',
  () =>
    withEmpty(async (database, url) => {
      await database.change('create table schema_steps (n integer primary key, name text, sha256 text)')
      for (const { number, name, sql } of schemaSteps.slice(0, -1)) {
        await database.change(sql)
        const sum = createHash('sha256').update(sql).digest('hex')
        await database.change('insert into schema_steps values ($1, $2, $3)', [number, name, sum])
      }
      expect(await schemaState(database)).toEqual({ at: known - 1, known })
      const other = openDatabase(url, { most: 2 })
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const using = other.transaction(async (sql) => {
        await sql.all('select from blobs')
        await held
      })
      const renewed = migrate(database)
      // longer than a lock is waited for, and nobody else waits behind it for good
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      expect(await other.all('select from entries')).toEqual([])
      letGo()
      await using
      expect(await renewed).toEqual({ at: known, known })
      await other.close()
    })
)

it.skipIf(noDatabase)('TM4 TM5 the command says what lacks, and repeats no password', () =>
  withEmpty(async (_database, url) => {
    const before = process.env['GALLEY_TEAM_DATABASE_URL']
    process.env['GALLEY_TEAM_DATABASE_URL'] = url
    try {
      const early = await runCli(cli, ['team', 'serve'])
      expect(early).toMatchObject({ code: 1, out: '' })
      expect(early.err).toContain('run “galley team migrate” first')
      expect((await runCli(cli, ['link', '--data', 'team:'])).err).toContain('galley team migrate')
      expect(await runCli(cli, ['team', 'migrate'])).toMatchObject({
        code: 0,
        out: `the tables are at step ${known} now\n`
      })
      expect(await runCli(cli, ['team', 'migrate'])).toMatchObject({
        code: 0,
        out: `the tables are at step ${known} already\n`
      })
      expect((await runCli(cli, ['link', '--data', 'team:'])).err).toContain('no workspace of this name')
      process.env['GALLEY_TEAM_DATABASE_URL'] = 'postgres://galley:geheim@127.0.0.1:1/x'
      const away = await runCli(cli, ['team', 'migrate'])
      expect(away).toMatchObject({ code: 1, out: '' })
      expect(away.err).not.toContain('geheim')
    } finally {
      if (before === undefined) delete process.env['GALLEY_TEAM_DATABASE_URL']
      else process.env['GALLEY_TEAM_DATABASE_URL'] = before
    }
  })
)

it.skipIf(noDatabase)('TM6 a try needs nothing, serves, and leaves nothing behind', async () => {
  const child = spawn(process.execPath, [cli.file, 'team', 'serve', '--try'])
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve)
  )
  const origin = line.replace('galley listening on ', '')
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  expect((await fetch(`${origin}/list/o/s`)).status).toBe(401)
  expect(said).toContain('what is written goes when this ends')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
