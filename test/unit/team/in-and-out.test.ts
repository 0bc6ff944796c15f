import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../src/main/store/postgres/database'
import { everythingIn, fill, inWorkspace } from '../../support/backup'
import { buildCli, runCli, type CliProgram } from '../../support/cli-program'
import { BUCKET, startObjectServer } from '../../support/object-server'
import { noDatabase, useTeamDatabase } from '../../support/team-database'
import { trustHere } from '../../support/trusting'
import { ada, filesBelow, p, quickFolder, until } from '../../support/workspace'

const url = useTeamDatabase()
let cli: CliProgram
let database: Database
beforeAll(async () => {
  if (noDatabase) return
  cli = await buildCli()
  database = openDatabase(url(), { most: 3 })
}, 120_000)
afterAll(() => database.close())

const folders: string[] = []
async function place(): Promise<string> {
  const folder = await quickFolder()
  folders.push(folder)
  return folder
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const team = (name: string, ...args: string[]) => teamWith({}, name, ...args)

async function teamWith(more: Readonly<Record<string, string>>, name: string, ...args: string[]) {
  const own = { GALLEY_TEAM_DATABASE_URL: url(), GALLEY_TEAM_WORKSPACE: name, ...more }
  Object.assign(process.env, own)
  try {
    return await runCli(cli, ['team', ...args])
  } finally {
    for (const key of Object.keys(own)) Reflect.deleteProperty(process.env, key)
  }
}

/** Serves a workspace for the work, as its only node. */
async function whileServed<T>(
  name: string,
  work: (origin: string) => Promise<T>,
  more: Readonly<Record<string, string>> = {}
): Promise<T> {
  const env = {
    ...process.env,
    GALLEY_TEAM_DATABASE_URL: url(),
    GALLEY_TEAM_WORKSPACE: name,
    GALLEY_TEAM_PORT: '0',
    ...more
  }
  const node = spawn(process.execPath, [cli.file, 'team', 'serve'], { env })
  const ended = new Promise((resolve) => node.once('close', resolve))
  let said = ''
  node.stderr.on('data', (part: Buffer) => (said += part.toString()))
  try {
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: node.stdout }).once('line', resolve)
    )
    await until(() => said.includes('this node leads'))
    return await work(line.replace('galley listening on ', ''))
  } finally {
    node.kill('SIGTERM')
    await ended
  }
}

const workspaces = (name: string) => database.all('select taking_in from workspaces where name = $1', [name])

describe.skipIf(noDatabase)('galley team', () => {
  it('TM7 takes in a folder that is trusted and sound, and says what stayed behind', async () => {
    const [folder, name] = [await place(), randomUUID()]
    await inWorkspace(folder, fill)
    const strange = await team(name, 'import', '--data', folder)
    expect(strange).toMatchObject({ code: 1, out: '' })
    expect(strange.err).toContain('galley trust --data')
    await trustHere(folder)
    const [blob = ''] = (await filesBelow(folder)).filter((file) => file.startsWith('.galley/blobs/'))
    await writeFile(join(folder, blob), 'damaged')
    const before = await filesBelow(folder)
    const damaged = await team(name, 'import', '--data', folder)
    expect(damaged).toMatchObject({ code: 1, out: '' })
    expect(damaged.err).toContain('galley doctor --data')
    expect(await filesBelow(folder)).toEqual(before)
    expect(await workspaces(name)).toEqual([])
    await runCli(cli, ['doctor', '--data', folder, '--repair'])
    const taken = await team(name, 'import', '--data', folder)
    expect(taken).toMatchObject({ code: 0 })
    expect(taken.out).toContain(`“${name}” holds all of it`)
    expect(taken.err).toContain('people sign in again')
    expect(await workspaces(name)).toEqual([{ taking_in: false }])
    const again = await team(name, 'import', '--data', folder)
    expect(again.err).toContain('GALLEY_TEAM_WORKSPACE')
  })

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'TM7 ended by %s, it is closed to others until it has run to its end',
    async (signal) => {
      const [folder, name] = [await place(), randomUUID()]
      await inWorkspace(folder, fill)
      await trustHere(folder)
      // it stands still here, in the middle
      const held = await database.connection()
      await held.query('begin; lock table published in access exclusive mode')
      const environment = { ...process.env, GALLEY_TEAM_DATABASE_URL: url(), GALLEY_TEAM_WORKSPACE: name }
      const child = spawn(process.execPath, [cli.file, 'team', 'import', '--data', folder, '--json'], {
        env: environment
      })
      let said = ''
      child.stderr.on('data', (part: Buffer) => (said += part.toString()))
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      await until(() => said.includes('"phase":"contents"'))
      child.kill(signal)
      if (signal === 'SIGKILL') await ended
      await held.query('rollback')
      held.release()
      expect(await ended).toBe(signal === 'SIGINT' ? 1 : null)
      if (signal === 'SIGINT') expect(said).toContain('Broken off')
      expect(await workspaces(name)).toEqual([{ taking_in: true }])
      const closed = await team(name, 'serve')
      expect(closed).toMatchObject({ code: 1, out: '' })
      expect(closed.err).toContain('run “galley team import” to its end first')
      if (signal === 'SIGINT') {
        expect(await team(name, 'import', '--give-up', '--json')).toMatchObject({ code: 2, out: '' })
        expect(await team(name, 'import', '--give-up')).toMatchObject({ code: 0 })
        expect(await workspaces(name)).toEqual([])
      }
      const gone = await team(name, 'import', '--data', folder, '--json')
      expect(JSON.parse(gone.out)).toMatchObject({ imported: true, workspace: name })
      expect(await workspaces(name)).toEqual([{ taking_in: false }])
    }
  )

  it('TM7 TM8 TM9 brings a folder in and out again, with nothing for the doctor to say', async () => {
    const [folder, home, name] = [await place(), await place(), randomUUID()]
    await inWorkspace(folder, fill)
    await trustHere(folder)
    const none = await team(name, 'export', '--data', join(home, 'none'))
    expect(none).toMatchObject({ code: 1, out: '' })
    expect(none.err).toContain('no workspace of this name')
    await inWorkspace(folder, ({ records }) => records('tokens', (value) => value).remove('t'))
    const made = await runCli(cli, ['token', 'create', '--data', folder, '--email', 'ada@example.com'])
    expect(await team(name, 'import', '--data', folder)).toMatchObject({ code: 0 })
    const out = await whileServed(name, async (origin) => {
      const headers = { authorization: `Bearer ${made.out.trim()}` }
      const page = await fetch(`${origin}/source/o/s/page.html`, { headers })
      expect([page.status, await page.text()]).toEqual([200, '<main>three</main>'])
      const other = await team(name, 'import', '--data', folder)
      expect(other.err).toContain('End all nodes first')
      return team(name, 'export', '--data', join(home, 'new'))
    })
    expect(out).toMatchObject({ code: 0, out: `${join(home, 'new')}\n` })
    expect(out.err).toContain('until you trust it')
    expect((await runCli(cli, ['doctor', '--data', join(home, 'new')])).out).toContain('all is well')
    const before = await inWorkspace(folder, everythingIn)
    expect(await inWorkspace(join(home, 'new'), everythingIn)).toEqual(before)
    const over = await team(name, 'export', '--data', join(home, 'new'))
    expect(over).toMatchObject({ code: 1, out: '' })
    expect(over.err).toContain('holds something already')
    expect(await readdir(home)).toEqual(['new'])
    expect((await team(name, 'doctor')).out).toMatch(
      /^examined \d+ files, \d+ versions and \d+ contents .*: all is well\n$/
    )
    await database.change(
      `update blobs set bytes = 'x' where size = 3000000 and workspace_id = (select id from workspaces where name = $1)`,
      [name]
    )
    const damaged = await team(name, 'doctor', '--json')
    expect(damaged.code).toBe(1)
    expect(JSON.parse(damaged.out)).toMatchObject({ findings: [{ where: '/o/s/img/large.mp4' }] })
  })

  it('TM7 TM8 TM9 TM11 takes files of any size in where an object storage is named, and brings them out again', async () => {
    const [folder, home, name] = [await place(), await place(), randomUUID()]
    const film = new Uint8Array(17_000_000).map((_, index) => (index * 31) % 251)
    await inWorkspace(folder, async (store) => {
      await fill(store)
      for (const path of ['/o/s/img/film.mp4', '/o/s/old.mp4']) await store.write(p(path), film, { by: ada })
      await store.remove(p('/o/s/old.mp4'), { by: ada })
      await store.records('tokens', (value) => value).remove('t')
    })
    const made = await runCli(cli, ['token', 'create', '--data', folder, '--email', 'ada@example.com'])
    await trustHere(folder)
    const refused = await team(name, 'import', '--data', folder)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('These hold more than 16 MB')
    const server = await startObjectServer()
    try {
      const storage = {
        GALLEY_TEAM_S3_ENDPOINT: server.endpoint,
        GALLEY_TEAM_S3_BUCKET: BUCKET,
        GALLEY_TEAM_S3_ACCESS_KEY: 'known',
        GALLEY_TEAM_S3_SECRET_KEY: 'secret',
        GALLEY_TEAM_INLINE_BYTES: '1000'
      }
      expect(await teamWith(storage, name, 'import', '--data', folder)).toMatchObject({ code: 0 })
      // the film lies there once, beside two pictures and the one of three megabytes
      expect([...server.objects.values()].map(({ length }) => length).sort((a, b) => a - b)).toEqual([
        5000, 5000, 3_000_000, 17_000_000
      ])
      const untold = await team(name, 'serve')
      expect(untold).toMatchObject({ code: 1, out: '' })
      expect(untold.err).toContain('GALLEY_TEAM_S3_ENDPOINT')
      const headers = { authorization: `Bearer ${made.out.trim()}` }
      await whileServed(
        name,
        async (origin) => {
          expect((await fetch(`${origin}/readyz`)).status).toBe(200)
          const answer = await fetch(`${origin}/source/o/s/img/film.mp4`, { headers })
          expect(Buffer.compare(new Uint8Array(await answer.arrayBuffer()), film)).toBe(0)
          const range = { ...headers, Range: 'bytes=16999990-' }
          const end = await fetch(`${origin}/source/o/s/img/film.mp4`, { headers: range })
          expect([end.status, [...new Uint8Array(await end.arrayBuffer())]]).toEqual([
            206,
            [...film.subarray(-10)]
          ])
        },
        storage
      )
      expect(await teamWith(storage, name, 'export', '--data', join(home, 'new'))).toMatchObject({ code: 0 })
      expect((await runCli(cli, ['doctor', '--data', join(home, 'new')])).out).toContain('all is well')
      expect(await inWorkspace(join(home, 'new'), everythingIn)).toEqual(
        await inWorkspace(folder, everythingIn)
      )
      for (const [object, content] of server.objects)
        if (content.length === 17_000_000) server.objects.set(object, Buffer.alloc(content.length))
      const damaged = await teamWith(storage, name, 'doctor', '--json')
      expect(JSON.parse(damaged.out)).toMatchObject({
        findings: [{ where: '/o/s/img/film.mp4, /o/s/old.mp4' }]
      })
    } finally {
      await server.close()
    }
  })
})
