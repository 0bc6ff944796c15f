import { execFileSync } from 'node:child_process'
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
  link,
  stat
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { openStore } from '../../src/main/store'
import { examine } from '../../src/main/store/doctor'
import { logLine, readLog } from '../../src/main/store/logs/line-log'
import { ada, bytes, p, text } from '../support/workspace'
import { fc } from '../support/properties'
import type { Field, Home, Piece } from './hostile-workspace'
import {
  beside,
  DEEP,
  fieldsOf,
  goodWorkspace,
  leaked,
  linkAt,
  makeHome,
  page,
  SECRET,
  useEveryWay
} from './hostile-workspace'
import { hostileRuns } from './runs'

/** So many records of one workspace are mutated together: opening it in every way is what takes long. */
const AT_ONCE = 6

/** A workspace that a stranger sent: whatever it holds, nothing outside of it is read, written, made or removed. */

let pieces: readonly Piece[] = []
let fields: readonly Field[] = []
let home: Home
let before: readonly string[] = []
beforeAll(async () => {
  pieces = await goodWorkspace()
  fields = fieldsOf(pieces)
})
beforeEach(async () => {
  home = await makeHome(pieces)
  before = await beside(home)
})
afterEach(() => home.remove())

const at = (name: string) => join(home.workspace, name)
const inService = (name: string) => at(join('.galley', name))
const pieceAt = (pattern: RegExp) => pieces.find(({ name }) => pattern.test(name))?.name ?? ''

/** Opens it in each way, and holds what is beside it against what was. */
async function isHarmless(): Promise<string> {
  const told = await useEveryWay(home.workspace)
  expect(await beside(home)).toEqual(before)
  expect(told).not.toContain(SECRET)
  expect(await leaked(home)).toEqual([])
  return told
}

test('W10 a workspace from elsewhere that is sound works as it is, with what was interrupted finished', async () => {
  const told = await isHarmless()
  expect(told).toContain('"path":"/o/s/to/from/in.html"'.replace('/from', ''))
  expect(told).toContain('/o/s/copied.html')
  expect(told).not.toMatch(/Error: /)
  expect(await readdir(inService('damaged'))).toEqual([])
})

describe('names in records', () => {
  /** An item of the trash whose record says something else. */
  async function trashItem(change: Record<string, unknown>): Promise<void> {
    const record = inService(pieceAt(/trash\/[^/]+\/record\.json$/).slice('.galley/'.length))
    // without files there is nothing to be made again of it
    const lie = { ...JSON.parse(await readFile(record, 'utf8')), files: [], ...change }
    await writeFile(record, JSON.stringify(lie))
    // an item without content is one that a start takes off the shelf
    await rm(join(dirname(record), 'content'), { recursive: true })
  }

  it.each(['../../../../Documents', '../../../Documents', '..', '.', '', '/', '__proto__'])(
    'W10 the id %j of something in the trash removes nothing',
    async (id) => {
      await trashItem({ id })
      await isHarmless()
      expect(existsSync(at('content/o/s/page.html'))).toBe(true)
    }
  )

  it('W10 a record in the trash whose files are not of what was deleted counts for nothing', async () => {
    const record = inService(pieceAt(/trash\/[^/]+\/record\.json$/).slice('.galley/'.length))
    const known = JSON.parse(await readFile(record, 'utf8'))
    const files = known.files.map((file: object) => ({ ...file, path: '/o/t/elsewhere.html' }))
    await writeFile(record, JSON.stringify({ ...known, files }))
    expect(await isHarmless()).toContain('breaks a rule. It was set aside')
    expect(existsSync(at('content/o/t'))).toBe(false)
  })

  const guid = '00000000-0000-4000-8000-00000000000a'
  const journal = (id: string, entry: object) =>
    writeFile(inService(`journal/${guid}.json`), JSON.stringify({ id, ...entry }))

  it.each(['/../../../.profile', '/../../.zshrc', '/../../.config/autostart/y.desktop', '/../.galley/x'])(
    'W10 a copy to %j that was interrupted is not finished',
    async (to) => {
      await mkdir(inService(`staging/${guid}`))
      await writeFile(inService(`staging/${guid}/tree`), 'export PATH=/tmp/evil')
      await writeFile(inService(`staging/${guid}/records.json`), '[]')
      await journal(guid, { op: 'copy', to })
      await isHarmless()
      expect(existsSync(at('content') + to), 'written').toBe(false)
    }
  )

  it('W10 a copy of a folder over a folder beside the workspace that was interrupted is not finished', async () => {
    const record = { id: guid, hash: 'a'.repeat(64), size: 1, mtimeMs: 1, ino: 1, at: 1, by: ada }
    const path = '/../../.ssh/id_ed25519'
    await mkdir(inService(`staging/${guid}/tree`), { recursive: true })
    await writeFile(inService(`staging/${guid}/tree/id_ed25519`), 'somebody else’s key')
    await writeFile(inService(`staging/${guid}/records.json`), JSON.stringify([{ ...record, path }]))
    await journal(guid, { op: 'copy', to: '/../../.ssh' })
    await isHarmless()
  })

  it.each(['/o/s/target', '/o/s/new'])(
    'W10 neither the index nor a move to %j that was interrupted brings a key from beside the workspace into it',
    async (to) => {
      const key = join(home.home, 'Downloads/.ssh/id_ed25519')
      const { size, mtimeMs, ino } = await stat(key)
      const path = '/../../.ssh/id_ed25519'
      const line = ['f', path, guid, 'a'.repeat(64), size, mtimeMs, ino, 1, ada.email]
      await writeFile(
        inService('index.log'),
        Buffer.concat([await readFile(inService('index.log')), logLine(line)])
      )
      await mkdir(at('content/o/s/target'))
      await journal(guid, { op: 'move', from: '/../../.ssh', to, at: 1 })
      await isHarmless()
    }
  )

  it.each(['../../../x', '../workspace', '../documents/settings', `../../../Documents/${guid}`])(
    'W10 the id %j of an entry in the journal unlinks nothing',
    async (id) => {
      for (const file of ['x.json', `Documents/${guid}.json`])
        await writeFile(join(home.home, 'Downloads', file), SECRET)
      before = await beside(home)
      await journal(id, { op: 'move', from: '/o/s/none', to: '/o/s/nothing', at: 1 })
      const id_ = JSON.parse(await readFile(inService('workspace.json'), 'utf8')).id
      const settings = await readFile(inService('documents/settings.json'), 'utf8')
      await isHarmless()
      expect(JSON.parse(await readFile(inService('workspace.json'), 'utf8')).id).toBe(id_)
      expect(await readFile(inService('documents/settings.json'), 'utf8')).toBe(settings)
      expect((await readdir(inService('damaged'))).some((name) => name.startsWith(guid))).toBe(true)
    }
  )

  it('W10 a damaged or hostile index is set aside and told, and everything is found again', async () => {
    const index = await readFile(inService('index.log'))
    await writeFile(inService('index.log'), Buffer.concat([index, logLine(['d', '/../..'])]))
    const store = await openStore({ folder: home.workspace, watch: false })
    expect(store.folder.problems()).not.toEqual([])
    expect((await store.folder.setAside.list()).map(({ name }) => name.slice(0, 9))).toContain('index.log')
    expect(text((await store.read(page))?.bytes)).toContain('3')
    expect((await store.versions(page)).length).toBeGreaterThan(2)
    await store.close()
  })

  /** The history of a page that is there, and what may be written to. */
  const files = ['/o/s/page.html', '/o/s/other.html']
  const inTree = () => {
    const isOf = ({ name, data }: Piece) =>
      /files\/..\/.*\.log$/.test(name) && Buffer.from(data ?? []).includes('"path":"/o/s/page.html"')
    return pieces.find(isOf)?.name ?? ''
  }

  it('W10 a history that tells of another file keeps its own events only', async () => {
    const log = inTree()
    const { values } = readLog(await readFile(at(log)))
    const lie = { event: 'created', id: guid, path: '/o/s/lie.html', by: ada, at: 1 }
    await writeFile(at(log), Buffer.concat([...values, lie].map(logLine)))
    await rm(inService('journal'), { recursive: true })
    const store = await openStore({ folder: home.workspace, watch: false })
    await store.write(page, bytes('<main>x</main>'), { by: ada })
    for (const path of files) await store.versions(p(path))
    for (const path of files) await store.write(p(path), bytes('<main>y</main>'), { by: ada })
    expect(store.folder.problems().map(({ message }) => message)).toEqual([
      expect.stringContaining('damaged record')
    ])
    await store.close()
    expect(readLog(await readFile(at(log))).values).not.toContainEqual(lie)
  })

  it(
    'W10 hostile values in every field of every record do nothing outside',
    { timeout: 3_600_000 },
    async () => {
      const values = (other: string) =>
        fc.oneof(
          fc.constantFrom<unknown>(
            ...[
              '',
              '/',
              '.',
              '..',
              '../../../../Documents',
              '/../../../.bash_profile',
              '/../../.ssh/id_ed25519'
            ],
            ...[
              '/../../Documents',
              '../../../.config/autostart/y',
              '__proto__',
              'constructor',
              'a\u0000b',
              '\ud800'
            ],
            ...[
              '/o/s/../../../../.bash_profile',
              '/.galley/x',
              '/o/s/page.html/x',
              '/o/s/e\u0301.html',
              'x'.repeat(5_000)
            ],
            ...[
              'C:\\Windows',
              '\\\\server\\share',
              '/o/s/a\\..\\b',
              'javascript:alert(1)',
              guid,
              '0'.repeat(64),
              other
            ],
            ...[
              null,
              true,
              -1,
              0,
              1.5,
              2 ** 53,
              1e308,
              8.64e15,
              [],
              {},
              [[]],
              { __proto__: 1 },
              ['/../../.ssh'],
              page
            ]
          ),
          fc.string(),
          fc
            .array(fc.constantFrom('..', '.', '', 'Documents', '.ssh', 'o', 's', 'page.html'), {
              maxLength: DEEP
            })
            .map((names) => `/${names.join('/')}`),
          fc.double(),
          fc.jsonValue()
        )
      const outside = await realHomeName()
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...fields), values(outside)), {
            minLength: 1,
            maxLength: AT_ONCE
          }),
          async (changes) => {
            await home.remove()
            home = await makeHome(pieces)
            before = await beside(home)
            for (const [field, value] of changes) await writeFile(at(field.file), field.with(value))
            const told = await isHarmless()
            expect(told, 'no failure without a sentence').not.toMatch(
              /TypeError|RangeError|undefined|\[object/
            )
          }
        ),
        { numRuns: Math.ceil((hostileRuns(36) * 2) / (1 + AT_ONCE)) }
      )
    }
  )

  const realHomeName = () => Promise.resolve(join(home.home, 'Documents/thesis.txt'))
})

describe('links and special files', () => {
  const folders = [
    'documents',
    'files',
    'current',
    'blobs',
    'trash',
    'journal',
    'staging',
    'damaged',
    'published',
    'sync',
    'rooms',
    'tokens'
  ]
  const files = [
    'index.log',
    'versions.log',
    'workspace.json',
    'lock',
    'lock-holder.json',
    'documents/settings.json',
    'sync/pair-1.log'
  ]

  const elsewhere = (name: string) => join(home.workspace, '..', `was-${name.replaceAll('/', '-')}`)
  const aside = (name: string) => rename(at(name), elsewhere(name))
  async function replaceByLink(name: string, target: string): Promise<void> {
    if (existsSync(at(name))) await aside(name)
    await symlink(join(home.home, target), at(name))
    before = await beside(home)
  }

  it.each(['content', '.galley'])(
    'T2 a workspace whose %s is a link does not open, and says why',
    async (name) => {
      await replaceByLink(name, 'Documents')
      await expect(openStore({ folder: home.workspace, watch: false })).rejects.toMatchObject({
        reason: 'no-access',
        message: expect.stringContaining('link')
      })
      await isHarmless()
    }
  )

  it('T2 the workspace itself may be reached by a link', async () => {
    const alias = join(home.home, 'alias')
    await symlink(home.workspace, alias)
    before = await beside(home)
    const store = await openStore({ folder: alias, watch: false })
    expect(store.folder.location).toBe(home.workspace)
    expect(text((await store.read(page))?.bytes)).toContain('3')
    await store.close()
    await useEveryWay(alias)
    expect(await beside(home)).toEqual(before)
  })

  it.each(folders)('T2 W10 nothing is reached through %s when it is a link', async (name) => {
    await replaceByLink(`.galley/${name}`, 'Documents')
    const store = await openStore({ folder: home.workspace, watch: false })
    expect(store.folder.problems().some(({ where }) => where.endsWith(name))).toBe(true)
    await store.close()
    await isHarmless()
    // a repair takes the link itself out of the way
    expect(await linkAt(inService(name))).toBe(null)
  })

  it.each(files)('T2 W10 nothing is reached through %s when it is a link to a sound one', async (name) => {
    if (!existsSync(inService(name))) await writeFile(inService(name), '')
    await aside(`.galley/${name}`)
    await symlink(elsewhere(`.galley/${name}`), inService(name))
    before = await beside(home)
    const store = await openStore({ folder: home.workspace, watch: false })
    expect(store.folder.problems().some(({ where }) => where.endsWith(name))).toBe(true)
    await store.close()
    await isHarmless()
  })

  it('T2 W10 nothing is reached through links among the content, the spread folders and the published', async () => {
    for (const name of ['content/o/s/page.html', 'content/o/s/from', 'content/o', '.galley/published/o'])
      await replaceByLink(name, 'Documents')
    for (const spread of await readdir(inService('blobs'))) {
      await rm(inService(`blobs/${spread}`), { recursive: true })
      await symlink(join(home.home, 'Documents'), inService(`blobs/${spread}`))
    }
    before = await beside(home)
    await isHarmless()
  })

  it('W10 where a file has another name elsewhere, nothing is written to that', async () => {
    const names = [
      'index.log',
      'versions.log',
      'lock-holder.json',
      pieceAt(/files\/..\/.*\.log$/).slice(8),
      pieceAt(/current\//).slice(8),
      pieceAt(/rooms\//).slice(8)
    ]
    for (const [number, name] of names.entries()) {
      if (!existsSync(inService(name))) await writeFile(inService(name), '')
      await link(inService(name), join(home.home, `backup-${number}`))
    }
    before = (await beside(home)).filter((line) => line.includes('backup-'))
    const contents = async () =>
      Promise.all(names.map((_, number) => readFile(join(home.home, `backup-${number}`), 'utf8')))
    const was = await contents()
    const store = await openStore({ folder: home.workspace, watch: false })
    await store.write(page, bytes('<main>new</main>'), { by: ada })
    await store.createVersion(page, { by: ada })
    await store.write(p('/o/s/new.html'), bytes('<main>new</main>'), { by: ada })
    for (const { fileId } of await store.rooms.list())
      await store.rooms.append(fileId, [{ kind: 'update', bytes: bytes('words') }])
    await store.close()
    expect(await contents()).toEqual(was)
    const again = await openStore({ folder: home.workspace, watch: false })
    expect(text((await again.read(page))?.bytes)).toContain('new')
    expect((await again.versions(page)).length).toBeGreaterThan(3)
    await again.close()
  })

  it.skipIf(process.platform === 'win32')('W10 fifos hang nobody', async () => {
    for (const name of [
      ...files.filter((one) => one !== 'lock'),
      'journal/x.json',
      'tokens/' + 'b'.repeat(64) + '.json',
      'damaged/fifo'
    ]) {
      await rm(inService(name), { force: true })
      execFileSync('mkfifo', [inService(name)])
    }
    await rm(at('content/o/s/page.html'))
    execFileSync('mkfifo', [at('content/o/s/page.html'), at('content/o/s/pipe.html')])
    await isHarmless()
  })

  it.skipIf(process.platform === 'win32')(
    'W10 a fifo in place of the lock or a folder hangs nobody',
    async () => {
      for (const name of ['lock', 'journal', 'staging', 'trash']) {
        await rm(inService(name), { recursive: true, force: true })
        execFileSync('mkfifo', [inService(name)])
      }
      await isHarmless()
    }
  )

  it('W10 records and pages of ten gigabytes are told, and not read', async () => {
    const huge = [
      ...files.filter((one) => one !== 'lock'),
      'documents/settings.copy.json',
      pieceAt(/files\/..\/.*\.log$/).slice(8)
    ]
    for (const name of [
      ...huge,
      'journal/00000000-0000-4000-8000-00000000000b.json',
      pieceAt(/trash.*record/).slice(8)
    ]) {
      await writeFile(inService(name), '')
      await truncate(inService(name), 10 * 1024 ** 3)
    }
    await writeFile(at('content/o/s/huge.html'), '')
    await truncate(at('content/o/s/huge.html'), 10 * 1024 ** 3)
    const told = await isHarmless()
    expect(told).toContain('256 MB')
    expect(process.memoryUsage().rss).toBeLessThan(1024 ** 3)
  })

  it('L4 the doctor tells of links, sets aside those in its way, and is content afterwards', async () => {
    await replaceByLink('.galley/journal', 'Documents')
    await replaceByLink('.galley/index.log', 'Downloads/.bash_profile')
    await replaceByLink('content/o/s/other.html', 'Downloads/.bash_profile')
    const found = (await examine(home.workspace)).findings
    expect(found.find(({ where }) => where === '.galley/journal')).toMatchObject({ kind: 'damage' })
    expect(found.find(({ where }) => where === 'content/o/s/other.html')).toMatchObject({
      kind: 'leftover',
      repair: null
    })
    expect(await beside(home)).toEqual(before)
    await examine(home.workspace, { repair: true })
    const after = (await examine(home.workspace)).findings.filter(({ kind }) => kind === 'damage')
    expect(after).toEqual([])
    expect(await linkAt(at('content/o/s/other.html'))).not.toBe(null)
    expect(await beside(home)).toEqual(before)
  })

  it('W10 any one place in the workspace may be a link', { timeout: 3_600_000 }, async () => {
    const targets = [
      'Documents',
      'Downloads/.bash_profile',
      'Downloads/.ssh',
      'nothing',
      'Downloads/from-elsewhere'
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pieces.map(({ name }) => name)),
        fc.constantFrom(...targets),
        async (name, target) => {
          await home.remove()
          home = await makeHome(pieces)
          await replaceByLink(name, target)
          await isHarmless()
        }
      ),
      { numRuns: Math.min(hostileRuns(8), pieces.length * targets.length) }
    )
  })
})
