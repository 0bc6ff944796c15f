import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { restoreBackup } from '../../src/main/backup'
import { isPlaceBelow } from '../../src/main/store/disk/confined-fs'
import { withPlaces } from '../support/backup'

interface Made {
  readonly path: string
  readonly bytes?: Buffer
  readonly mode?: number
}

const page: Made = { path: 'content/o/s/page.html', bytes: Buffer.from('<main>page</main>') }

/** An archive as a stranger makes one: with a list and a seal that fit, so that only the entries themselves can be refused. */
async function archive(
  file: string,
  entries: readonly Made[],
  change: (bytes: Buffer) => Buffer = (bytes) => bytes
): Promise<void> {
  const zip = new ZipFile()
  const sums: string[] = []
  for (const { path, bytes = Buffer.from('x'), mode = 0o100644 } of entries) {
    if (path.endsWith('/')) zip.addEmptyDirectory(path, { mode: 0o40755 })
    else {
      zip.addBuffer(bytes, path, { mode, compress: false })
      sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`)
    }
  }
  const list = Buffer.from(sums.join(''))
  const about = {
    format: 1,
    workspace: { id: '00000000-0000-4000-8000-000000000000', name: 'w' },
    takenAt: 1,
    galley: '0',
    files: entries.length,
    bytes: 1,
    leftOut: 0,
    sums: createHash('sha256').update(list).digest('hex')
  }
  zip.addBuffer(list, 'SHA256SUMS', { compress: false })
  zip.addBuffer(Buffer.from(JSON.stringify(about)), 'galley-backup.json', { compress: false })
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece as Uint8Array))
  await pipeline([change(Buffer.concat(pieces))], createWriteStream(file))
}

const guid = '11111111-1111-4111-8111-111111111111'
const cases: readonly (readonly [string, readonly Made[]])[] = [
  ['a name beside content and records', [{ path: 'elsewhere/file.txt' }]],
  ['a name of the program’s own', [{ path: '.galley/lock' }]],
  ['records of tokens', [{ path: '.galley/tokens/a.json' }]],
  ['records of sessions', [{ path: '.galley/browser-sessions/a.json' }]],
  ['a record in no good name', [{ path: '.galley/files/zz/evil.log' }]],
  ['a history under a folder that is not its own', [{ path: `.galley/files/22/${guid}.log` }]],
  ['a journal', [{ path: `.galley/journal/${guid}.json` }]],
  ['something in staging', [{ path: `.galley/staging/${guid}` }]],
  ['a dot name', [{ path: 'content/o/./s.html' }]],
  ['an empty name', [{ path: 'content/o//s.html' }]],
  ['a control sign', [{ path: 'content/o/s/\u0007.html' }]],
  ['a temporary name', [{ path: `content/o/s/.galley-${guid}.tmp` }]],
  ['a link', [{ path: 'content/o/s/link.html', mode: 0o120777, bytes: Buffer.from('/etc/passwd') }]],
  ['a device', [{ path: 'content/o/s/device.html', mode: 0o020644 }]],
  ['a fifo', [{ path: 'content/o/s/fifo.html', mode: 0o010644 }]],
  ['a name twice', [page, page]],
  ['two names that differ in case', [page, { path: 'content/o/s/PAGE.html' }]],
  [
    'two names that differ in normal form',
    [{ path: 'content/o/s/\u00e9.html' }, { path: 'content/o/s/e\u0301.html' }]
  ],
  ['a file below a file', [page, { path: 'content/o/s/page.html/below.html' }]],
  ['a folder beside', [{ path: 'elsewhere/' }]],
  ['a folder of records that no workspace has', [{ path: '.galley/evil/' }]]
]

test.each(cases)('BK6 an archive with %s is refused with its place, and nothing is written', (_, entries) =>
  withPlaces(async ({ folder, restored }) => {
    const file = join(folder, 'evil.zip')
    await archive(file, entries)
    await expect(restoreBackup(file, restored)).rejects.toMatchObject({
      reason: expect.stringMatching(/bad-path|damaged/),
      where: expect.stringMatching(/\S/)
    })
    expect((await readdir(folder)).sort()).toEqual(['evil.zip', 'target', 'work'])
  })
)

test.each([
  '../../evil.html',
  'content/../../../evil.html',
  '/tmp/evil.html',
  'C:/evil.html',
  'content\\..\\evil.html'
])('BK6 an archive with the name %s is refused, and nothing is written', (name) =>
  withPlaces(async ({ folder, restored }) => {
    const file = join(folder, 'evil.zip')
    const stand = `content/${'n'.repeat(Math.max(1, name.length - 8))}`
    await archive(file, [{ path: stand }], (bytes) =>
      Buffer.from(bytes.toString('latin1').replaceAll(stand, name.padEnd(stand.length, 'x')), 'latin1')
    )
    await expect(restoreBackup(file, restored)).rejects.toMatchObject({
      reason: expect.stringMatching(/bad-path|damaged/)
    })
    expect((await readdir(folder)).sort()).toEqual(['evil.zip', 'target', 'work'])
  })
)

test('BK6 names of devices, streams and endings that Windows reads as another are refused on Windows', () => {
  for (const name of ['content/o/con.html', 'content/o/a:b.html', 'content/o/dot.', 'content/o/com1'])
    expect(isPlaceBelow(name, true)).toBe(false)
  expect(isPlaceBelow('content/o/page.html', true)).toBe(true)
})

test('BK6 an archive that says it is smaller than it is, or that its files share their bytes, is refused', () =>
  withPlaces(async ({ folder, restored }) => {
    const file = join(folder, 'evil.zip')
    // the size in the table of contents: 22 bytes before the name, in all entries alike
    const smaller = (bytes: Buffer) => {
      const at = bytes.lastIndexOf('content/o/s/page.html')
      bytes.writeUInt32LE(3, at - 22)
      return bytes
    }
    await archive(file, [page], smaller)
    await expect(restoreBackup(file, restored)).rejects.toMatchObject({ reason: 'damaged' })
    const shared = (bytes: Buffer) => {
      const at = bytes.lastIndexOf('content/o/s/other.html')
      bytes.writeUInt32LE(0, at - 4)
      return bytes
    }
    await archive(file, [page, { path: 'content/o/s/other.html' }], shared)
    await expect(restoreBackup(file, restored)).rejects.toMatchObject({ reason: 'bad-path' })
    expect((await readdir(folder)).sort()).toEqual(['evil.zip', 'target', 'work'])
  }))

test('BK4 a backup is restored over nothing: not over files, not over a workspace, not through a link', () =>
  withPlaces(async ({ folder }) => {
    const file = join(folder, 'sound.zip')
    await archive(file, [page])
    await mkdir(join(folder, 'full'))
    await writeFile(join(folder, 'full/note.txt'), 'mine')
    await symlink(join(folder, 'target'), join(folder, 'link'))
    for (const name of ['full', 'link', 'sound.zip'])
      await expect(restoreBackup(file, join(folder, name))).rejects.toMatchObject({ reason: 'exists' })
    await expect(restoreBackup(file, join(folder, 'missing/deep'))).rejects.toMatchObject({
      reason: 'not-found'
    })
    await expect(restoreBackup(join(folder, 'full/note.txt'), join(folder, 'new'))).rejects.toMatchObject({
      reason: 'damaged'
    })
    expect(await readdir(join(folder, 'full'))).toEqual(['note.txt'])
    expect(await readdir(join(folder, 'target'))).toEqual([])
  }))
