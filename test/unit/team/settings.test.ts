import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readSettings } from '../../../src/main/team'
import { tempFolder } from '../../support/workspace'

const named = (url: string) => ({ GALLEY_TEAM_DATABASE_URL: url })

it('TM4 what nobody says is as usual, and what is none of ours is nobody’s business', () => {
  expect(readSettings({ PATH: '/bin', GALLEY_LINK_FILE: '/x', TEAM: 'y' })).toEqual({
    databaseUrl: null,
    pool: 10,
    workspace: 'team',
    host: '127.0.0.1',
    port: 0,
    grace: 5,
    quota: null,
    objects: null
  })
  expect(
    readSettings({ GALLEY_TEAM_PORT: '4502', GALLEY_TEAM_LOG: '', GALLEY_TEAM_SCOPE: 'a b' })
  ).toMatchObject({
    port: 4502,
    log: undefined,
    scope: 'a b'
  })
})

it('TM4 the nodes of the compose file are told what they understand', async () => {
  const file = join(import.meta.dirname, '../../../docs/team-compose.yaml')
  const composed = z
    .object({
      services: z.record(
        z.string(),
        z.object({ command: z.string().array(), environment: z.record(z.string(), z.string()).optional() })
      )
    })
    .parse(parse(await readFile(file, 'utf8'), { merge: true }))
  const nodes = Object.values(composed.services).filter(({ command }) => command[0] === 'team')
  expect(nodes.map(({ command }) => command[1])).toEqual(['migrate', 'serve', 'serve'])
  for (const { environment = {} } of nodes)
    expect(readSettings(environment)).toMatchObject({
      databaseUrl: 'postgres://galley@/galley?host=/var/run/postgresql',
      origin: 'http://127.0.0.1:4502',
      host: '0.0.0.0',
      objects: { endpoint: 'http://127.0.0.1:7070', bucket: 'contents' }
    })
  const served = nodes.flatMap(({ command, environment = {} }) =>
    command[1] === 'serve' ? [readSettings(environment)] : []
  )
  expect(served.map(({ port, address }) => [port, address])).toEqual([
    [4502, 'http://127.0.0.1:4502'],
    [4503, 'http://127.0.0.1:4503']
  ])
})

it('TM4 an unknown name, a number that is none and a workspace that cannot be called so are refused, by their name', () => {
  for (const [name, value] of [
    ['GALLEY_TEAM_DATABSE_URL', 'postgres://x'],
    ['GALLEY_TEAM_PORT', '70000'],
    ['GALLEY_TEAM_PORT', 'http'],
    ['GALLEY_TEAM_DATABASE_POOL', '1'],
    ['GALLEY_TEAM_WORKSPACE', '../x']
  ] as const) {
    expect(() => readSettings({ [name]: value }), name).toThrow(name)
    expect(() => readSettings({ [name]: value }), name).not.toThrow(value.replace('70000', 'never'))
  }
})

it('TM4 a password may stand in a file, in one place only, and is in no message', async () => {
  const folder = await tempFolder()
  const file = join(folder, 'url')
  await writeFile(file, 'postgres://galley:geheim@localhost/galley\n')
  expect(readSettings({ GALLEY_TEAM_DATABASE_URL_FILE: file }).databaseUrl).toBe(
    'postgres://galley:geheim@localhost/galley'
  )
  expect(() =>
    readSettings({ ...named('postgres://localhost/x'), GALLEY_TEAM_DATABASE_URL_FILE: file })
  ).toThrow('GALLEY_TEAM_DATABASE_URL is given twice')
  expect(() => readSettings({ GALLEY_TEAM_DATABASE_URL_FILE: join(folder, 'none') })).toThrow(
    'GALLEY_TEAM_DATABASE_URL_FILE names a file that cannot be read'
  )
  await writeFile(file, 'mysql://galley:geheim@localhost/galley\n')
  expect(() => readSettings({ GALLEY_TEAM_DATABASE_URL_FILE: file })).not.toThrow('geheim')
})

it('TM4 a database beyond this machine is asked only where nobody can stand in for it', () => {
  for (const url of [
    'postgres://galley@/galley?host=/run/postgresql',
    'postgres:///galley',
    'postgres://localhost/galley',
    'postgresql://127.0.0.1:5433/galley',
    'postgres://[::1]/galley',
    'postgres://db.example.com/galley?sslmode=verify-full'
  ])
    expect(readSettings(named(url)).databaseUrl).toBe(url)
  for (const url of [
    'postgres://db.example.com/galley',
    'postgres://db.example.com/galley?sslmode=require',
    'postgres://localhost/galley?host=db.example.com',
    'postgres://127.0.0.1.example.com/galley',
    'postgres://localhost,db.example.com/galley',
    'db.example.com'
  ])
    expect(() => readSettings(named(url)), url).toThrow('GALLEY_TEAM_DATABASE_URL')
})

it('TM16 a quota is said in megabytes, and files only beside them', () => {
  expect(readSettings({ GALLEY_TEAM_QUOTA_MB: '2', GALLEY_TEAM_QUOTA_FILES: '10' }).quota).toEqual({
    bytes: 2 * 1024 * 1024,
    files: 10
  })
  expect(readSettings({ GALLEY_TEAM_QUOTA_MB: '2' }).quota).toMatchObject({ files: null })
  expect(() => readSettings({ GALLEY_TEAM_QUOTA_FILES: '10' })).toThrow('GALLEY_TEAM_QUOTA_MB is missing')
  for (const wrong of ['0', '-1', '1.5', '2 GB', '123456789'])
    expect(() => readSettings({ GALLEY_TEAM_QUOTA_MB: wrong }), wrong).toThrow('GALLEY_TEAM_QUOTA_MB')
})

const storage = {
  GALLEY_TEAM_S3_ENDPOINT: 'https://s3.example.com',
  GALLEY_TEAM_S3_BUCKET: 'galley',
  GALLEY_TEAM_S3_ACCESS_KEY: 'geheim1',
  GALLEY_TEAM_S3_SECRET_KEY: 'geheim2'
}

it('TM11 an object storage is named whole or not at all, and its secret may stand in a file', async () => {
  expect(readSettings(storage).objects).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'galley',
    region: 'us-east-1',
    isPathStyle: true,
    accessKey: 'geheim1',
    secretKey: 'geheim2',
    inlineBytes: 131_072
  })
  const file = join(await tempFolder(), 'secret')
  await writeFile(file, 'geheim3\n')
  const { GALLEY_TEAM_S3_SECRET_KEY: _, ...open } = storage
  expect(
    readSettings({
      ...open,
      GALLEY_TEAM_S3_SECRET_KEY_FILE: file,
      GALLEY_TEAM_S3_REGION: 'eu-north-1',
      GALLEY_TEAM_S3_PATH_STYLE: 'no',
      GALLEY_TEAM_INLINE_BYTES: '0'
    }).objects
  ).toMatchObject({ secretKey: 'geheim3', region: 'eu-north-1', isPathStyle: false, inlineBytes: 0 })
  for (const name of Object.keys(storage)) {
    const half = { ...storage, [name]: undefined }
    expect(() => readSettings(half), name).toThrow(`${name} is missing`)
    expect(() => readSettings(half), name).not.toThrow('geheim')
  }
  for (const name of ['GALLEY_TEAM_INLINE_BYTES', 'GALLEY_TEAM_S3_REGION', 'GALLEY_TEAM_S3_PATH_STYLE'])
    expect(() => readSettings({ [name]: '1' }), name).toThrow(
      `GALLEY_TEAM_S3_ENDPOINT is missing, and ${name} is there`
    )
})

it('TM11 an object storage beyond this machine is asked only where nobody can stand in for it', () => {
  const at = (endpoint: string) =>
    readSettings({ ...storage, GALLEY_TEAM_S3_ENDPOINT: endpoint }).objects?.endpoint
  for (const endpoint of [
    'http://127.0.0.1:9000',
    'http://localhost:7480',
    'http://[::1]:9000',
    'https://s3.example.com/'
  ])
    expect(at(endpoint)).toBe(endpoint)
  for (const endpoint of [
    'http://s3.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost@s3.example.com',
    'https://key:geheim@s3.example.com',
    'https://s3.example.com/bucket',
    's3.example.com'
  ]) {
    expect(() => at(endpoint), endpoint).toThrow('GALLEY_TEAM_S3_ENDPOINT')
    expect(() => at(endpoint), endpoint).not.toThrow('geheim')
  }
  for (const [name, value] of [
    ['GALLEY_TEAM_S3_BUCKET', 'a/b'],
    ['GALLEY_TEAM_S3_PATH_STYLE', 'true'],
    ['GALLEY_TEAM_INLINE_BYTES', '16777217']
  ] as const)
    expect(() => readSettings({ ...storage, [name]: value }), name).toThrow(name)
})
