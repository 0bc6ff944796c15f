import { createHash, randomUUID } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createService } from '../../src/main/service'
import { newToken } from '../../src/main/callers/tokens/new-token'
import { tokensIn } from '../../src/main/callers/tokens/token-files'
import { openRecords, openStore } from '../../src/main/store'
import { examine } from '../../src/main/store/doctor'
import { logLine, readLog } from '../../src/main/store/logs/line-log'
import { seal, unseal } from '../../src/main/store/disk/sealed-json'
import { ada, bytes, p, sparseWorkspace } from '../support/workspace'

/** What no workspace may ever show: it stands in every file beside it. */
export const SECRET = 'canary-4f9c2b'

/** How many folders up a path may lead that a test makes up. */
export const DEEP = 12

/** A home with a workspace from elsewhere in it, and things that are nobody's business. */
export interface Home {
  readonly home: string
  /** The folder of this test, in which it lies so deep that no path of a test leads out of it. */
  readonly top: string
  readonly workspace: string
  remove(): Promise<void>
}

export async function makeHome(pieces?: readonly Piece[]): Promise<Home> {
  const top = await realpath(
    await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'galley-home-'))
  )
  const base = join(top, ...Array.from({ length: DEEP }, () => 'home'))
  const workspace = join(base, 'Downloads', 'from-elsewhere')
  // at each height that a path with too many dots may lead to
  for (const at of [base, join(base, 'Downloads')])
    for (const file of [
      '.bash_profile',
      '.ssh/id_ed25519',
      '.config/autostart/x.desktop',
      'Documents/thesis.txt'
    ])
      await put(join(at, file), `${SECRET} ${file}`)
  await mkdir(workspace)
  for (const { name, data } of pieces ?? []) {
    if (data === null) await mkdir(join(workspace, name), { recursive: true })
    else await put(join(workspace, name), data)
  }
  return { home: base, top, workspace, remove: () => rm(top, { recursive: true, force: true }) }
}

async function put(file: string, data: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, data)
}

/** Everything beside the workspace: names, kinds, modes, times, contents. */
export async function beside({ top, workspace }: Home): Promise<string[]> {
  const lines: string[] = []
  const walk = async (folder: string) => {
    for (const name of (await readdir(folder)).sort()) {
      const path = join(folder, name)
      if (path === workspace) continue
      const stat = await lstat(path)
      const content = stat.isFile()
        ? createHash('sha256')
            .update(await readFile(path))
            .digest('hex')
        : ''
      const { mode, mtimeMs, ctimeMs, size, nlink } = stat
      lines.push([path, mode, mtimeMs, ctimeMs, size, nlink, content].join(' '))
      if (stat.isDirectory()) await walk(path)
    }
  }
  await walk(top)
  return lines
}

/** Files of the workspace that hold what was beside it. */
export async function leaked({ workspace }: Home): Promise<string[]> {
  const found: string[] = []
  const walk = async (folder: string) => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await walk(path)
      if (!entry.isFile() || (await lstat(path)).size > 1024 * 1024) continue
      if ((await readFile(path)).includes(SECRET)) found.push(path)
    }
  }
  await walk(workspace).catch(() => undefined)
  return found
}

/** A file or, without data, a folder of a workspace. */
export interface Piece {
  readonly name: string
  readonly data: Uint8Array | null
}

export const page = p('/o/s/page.html')
const html = (body: string) => bytes(`<main><p>${body}</p></main>`)

/** One of everything that a workspace can hold: histories, trash, an interrupted move and copy, what is published, synced, running. */
export async function goodWorkspace(): Promise<Piece[]> {
  const home = await makeHome()
  const store = await openStore({ folder: await sparseWorkspace(home.workspace), watch: false })
  for (const one of ['1', '2', '3']) await store.write(page, html(one), { by: ada, session: `s${one}` })
  await store.createVersion(page, { by: ada, label: 'named' })
  await store.write(p('/o/s/other.html'), html('other'), { by: ada })
  await store.write(p('/o/s/from/in.html'), html('in'), { by: ada })
  await store.write(p('/o/s/image.png'), bytes('picture'), { by: ada })
  await store.write(p('/o/s/image.png'), bytes('other picture'), { by: ada })
  await store.write(p('/o/s/gone.html'), html('gone'), { by: ada })
  await store.write(p('/o/s/f/in.html'), html('deep'), { by: ada })
  await store.remove(p('/o/s/gone.html'), { by: ada })
  await store.remove(p('/o/s/f'), { by: ada })
  const kept = await store.published.keep(page)
  if (kept)
    await store.published.put([
      {
        environment: 'live',
        path: page,
        hash: kept.hash,
        size: kept.size,
        at: 1,
        by: ada,
        sourceAt: 1,
        kind: 'page'
      }
    ])
  if (kept) {
    const { id, hash } = kept
    await store.rooms.replace(id, [
      { kind: 'state', epoch: 'first', hash, bytes: bytes('all of it') },
      { kind: 'writer', client: 7, person: ada, key: hash }
    ])
    await store.rooms.append(id, [
      { kind: 'update', bytes: bytes('words') },
      { kind: 'saving', hash }
    ])
  }
  const conflict = await store.sync.keep(html('there'))
  const log = await store.sync.log('pair-1')
  const agreed = {
    path: page,
    remotePath: page,
    hash: conflict,
    id: randomUUID(),
    etag: null,
    lastModified: 1
  }
  await log.put('/page.html', { agreed, intent: { kind: 'push', ...agreed } }, [conflict])
  const service = createService({ store, appVersion: '0.0.0' })
  await ask(service, 'POST', '/app/moment/o/s', { moment: 1, files: [] })
  await ask(service, 'PUT', '/app/workspace', { owner: { name: 'Ada', email: ada.email } })
  await service.close()
  const { record } = newToken({ kind: 'access', email: ada.email, groups: ['g'] }, Date.now())
  await store.records('tokens', (value) => value).put(record.hash, record)
  await store.records('browser-sessions', (value) => value).put('a'.repeat(64), { expiresAt: 9e12 })
  await store.records('imports', (value) => value).put('job-1', importJob)
  await store.close()
  await interrupt(home.workspace)
  const pieces = await piecesOf(home.workspace)
  await home.remove()
  return pieces
}

const importJob = {
  name: 'job-1',
  site: '/o/s',
  target: '/o/s',
  source: { kind: 'web', from: 'http://127.0.0.1:1/' },
  caller: { kind: 'owner', people: [ada] },
  state: 'done',
  createTime: '2026-01-01T00:00:00.000Z',
  replace: false,
  withMedia: false,
  hosts: [],
  refused: [],
  repeated: 0,
  items: 1,
  progress: { done: 1, total: 1 },
  counts: { kinds: {}, verdicts: {}, outcomes: {}, compared: 0, differing: 0 },
  asked: []
}

/** As a kill leaves a move into a folder, and a copy before its rename. */
async function interrupt(workspace: string): Promise<void> {
  const [move, copy] = [randomUUID(), randomUUID()]
  const at = (name: string) => join(workspace, '.galley', name)
  const index = readLog(await readFile(at('index.log')))
  const known = index.values.find((line) => Array.isArray(line) && line[1] === page)
  const [, , , hash, size] = Array.isArray(known) ? known : []
  const path = '/o/s/copied.html'
  const record = { path, id: randomUUID(), hash, size, mtimeMs: 1, ino: 1, at: 1, by: ada }
  await put(at(`staging/${copy}/tree`), html('3'))
  await put(at(`staging/${copy}/records.json`), JSON.stringify([record]))
  await put(at(`journal/${copy}.json`), JSON.stringify({ op: 'copy', id: copy, to: path }))
  await mkdir(join(workspace, 'content/o/s/to'))
  const intent = { op: 'move', id: move, from: '/o/s/from', to: '/o/s/to', at: 1 }
  await put(at(`journal/${move}.json`), JSON.stringify(intent))
}

async function piecesOf(folder: string, below = ''): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const name = join(below, entry.name)
    // the empty ones among the 768 are made when they are needed
    if (entry.isDirectory() && !/^[0-9a-f]{2}$/.test(entry.name)) pieces.push({ name, data: null })
    if (entry.isDirectory()) pieces.push(...(await piecesOf(folder, name)))
    else pieces.push({ name, data: await readFile(join(folder, name)) })
  }
  return pieces
}

/** One value in a record, and how the record looks with another in its place: with the checksums that it needs to be believed. */
export interface Field {
  readonly file: string
  readonly at: string
  with(value: unknown): Uint8Array
}

/** Every value of every record. */
export function fieldsOf(pieces: readonly Piece[]): Field[] {
  return pieces.flatMap(({ name, data }) => {
    if (!data || !name.startsWith('.galley')) return []
    if (name.endsWith('.log')) return logFields(name, data)
    if (!name.endsWith('.json')) return []
    const value = unseal(data)
    const whole = JSON.parse(Buffer.from(data).toString('utf8'))
    const write = 'sha256' in whole ? seal : (changed: unknown) => Buffer.from(JSON.stringify(changed))
    return placesIn(value).map((at) => ({
      file: name,
      at: at.join('.'),
      with: (other) => write(changed(value, at, other))
    }))
  })
}

function logFields(file: string, data: Uint8Array): Field[] {
  const { values } = readLog(data)
  return values.flatMap((line, index) =>
    placesIn(line).map((at) => ({
      file,
      at: `${index}: ${at.join('.')}`,
      with: (other: unknown) =>
        Buffer.concat(values.map((one, number) => logLine(number === index ? changed(line, at, other) : one)))
    }))
  )
}

type At = readonly (string | number)[]

function placesIn(value: unknown, at: At = []): At[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, below]) => placesIn(below, [...at, key]))]
}

function changed(value: unknown, [key, ...rest]: At, other: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return other
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === key ? changed(one, rest, other) : one))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === key ? changed(one, rest, other) : one])
  )
}

/** Opens the workspace in each way in which a person would, and uses it. @returns every answer, and every failure as its sentence */
export async function useEveryWay(workspace: string): Promise<string> {
  const told: string[] = []
  const trying = async (work: () => Promise<unknown>) => {
    try {
      told.push(JSON.stringify((await work()) ?? null))
    } catch (error) {
      // a refusal is as good as an answer, as long as it says something
      told.push(error instanceof Error ? `${error.name}: ${error.message}` : 'no error')
    }
  }
  const { record } = newToken({ kind: 'access', email: 'new@example.com', groups: [] }, Date.now())
  await trying(() => examine(workspace))
  await trying(() => tokensIn(openRecords(workspace)).put(record))
  await trying(() => tokensIn(openRecords(workspace)).list())
  await trying(() => serveAndUse(workspace, told))
  await trying(() => examine(workspace, { repair: true }))
  await trying(() => serveAndUse(workspace, told))
  return told.join('\n')
}

async function serveAndUse(workspace: string, told: string[]): Promise<void> {
  const store = await openStore({ folder: workspace, watch: false })
  const service = createService({ store, appVersion: '0.0.0', report: () => undefined })
  const say = async (method: string, address: string, body?: unknown) => {
    const answer = await ask(service, method, address, body)
    told.push(`${method} ${address} ${answer}`)
    return answer
  }
  try {
    for (const folder of ['', '/o', '/o/s', '/o/s/from', '/o/s/to']) {
      const items = parsed(await say('GET', `/list${folder}`))
      for (const item of Array.isArray(items) ? items : [])
        if (item.ext) await say('GET', `/source${encodeURI(item.path)}`)
    }
    for (const version of list(await say('GET', '/versionlist/o/s/page.html')))
      await say('GET', String(version.url))
    for (const { id } of list(await say('GET', '/trash'))) await say('POST', `/trash/${String(id)}/restore`)
    for (const { name, size } of list(await say('GET', '/app/set-aside')))
      if (Number(size) < 1024 * 1024) await say('GET', `/app/set-aside/${encodeURIComponent(String(name))}`)
    await say('GET', '/app/workspace')
    await say('GET', '/app/tokens')
    await say('GET', '/app/moment-runs')
    await say('GET', '/delivery/live/o/s/page')
    await say('GET', '/publish/job/o/s/main/publish')
    await say('PUT', '/source/o/s/page.html', '<main><p>new</p></main>')
    await say('DELETE', '/source/o/s/other.html')
    told.push(JSON.stringify((await store.sync.log('pair-1')).entries()))
    for (const { fileId } of await store.rooms.list()) {
      const room = await store.rooms.load(fileId)
      told.push(JSON.stringify(room))
      if (room) await store.rooms.replace(fileId, room.entries)
    }
    told.push(JSON.stringify(store.folder.problems()))
  } finally {
    await service.close()
    await store.close()
  }
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const list = (text: string): Record<string, unknown>[] => {
  const value = parsed(text)
  return Array.isArray(value) ? value : []
}

async function ask(
  service: ReturnType<typeof createService>,
  method: string,
  address: string,
  body?: unknown
): Promise<string> {
  const isText = typeof body === 'string'
  const init =
    body === undefined
      ? { method }
      : {
          method,
          body: isText ? body : JSON.stringify(body),
          headers: { 'Content-Type': isText ? 'text/html' : 'application/json' }
        }
  const answer = await service.fetch(new Request(`galley://app${address}`, init), 'owner')
  return answer.text()
}

/** What a link leads to; null for what is none. */
export const linkAt = (path: string) => readlink(path).catch(() => null)
