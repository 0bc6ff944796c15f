import { dirname, join } from 'node:path'
import { readHash } from '../disk/hash-file'
import { loadIndex } from '../logs/index-log'
import type { IndexRecord } from '../layout/content-index'
import { isVersioned, recordOf } from '../logs/entries'
import { sameStat } from '../disk/durable-fs'
import { readIfPlain } from '../disk/durable-read'
import { makeFolders, replaceDurably } from '../disk/durable-write'
import { readLog } from '../logs/line-log'
import { applyEvent, emptyState, parseEvent } from '../logs/log-events'
import { readTrashRecord } from '../trash/trash-records'
import type { ContentHash, Guid } from '../layout/names'
import { isGuid, isHash } from '../layout/names'
import type { Exam } from './exam'
import { filesIn, foldersIn } from '../disk/durable-read'

/** Every content that a version, a published state or a current file needs, held against its hash (W8). */
export async function checkContents(exam: Exam): Promise<number> {
  const { fs, layout } = exam
  const { index } = (await fs.lstat(layout.indexFile))
    ? await loadIndex(fs, layout.indexFile)
    : { index: null }
  // the index may be behind: what a file's own log says counts
  const records = new Map(
    [...(index?.all() ?? [])].map((record) => {
      const current = exam.states.get(record.id)?.current
      const isBehind = current && current.hash !== record.hash
      return [record.id, isBehind ? recordOf(record.path, record.id, current) : record]
    })
  )
  const blobs = await hashesOf(exam, layout.blobs, (name) => name)
  const shadows = await hashesOf(exam, layout.shadows, (name) => name.slice(name.indexOf('.') + 1))
  const elsewhere = new Map([
    ...shadows.sound,
    ...(await trashedContents(exam)),
    ...(await currentContents(exam, records, (hash) => blobs.sound.has(hash) || shadows.sound.has(hash)))
  ])
  for (const [hash, what] of neededBlobs(exam)) {
    if (blobs.sound.has(hash)) continue
    await reportBlob(exam, hash, what, blobs.bad.get(hash), elsewhere.get(hash))
    blobs.bad.delete(hash)
  }
  for (const file of blobs.bad.values())
    await exam.report({
      file,
      kind: 'leftover',
      message: 'A stored content is damaged that nothing needs any more.',
      repair: { does: 'Sets it aside.', run: () => exam.setAside(file) }
    })
  await checkShadows(exam, shadows, blobs.sound, records, elsewhere)
  return blobs.sound.size + shadows.sound.size
}

interface Found {
  /** A file by its hash: several may have the same bytes. */
  readonly sound: Map<string, string>
  readonly bad: Map<string, string>
  /** Whether each file is what its name says. */
  readonly files: ReadonlyMap<string, 'sound' | 'bad'>
}

async function hashesOf(
  { fs, hashOf: bytesHash }: Exam,
  root: string,
  hashOf: (name: string) => string
): Promise<Found> {
  const found = {
    sound: new Map<string, string>(),
    bad: new Map<string, string>(),
    files: new Map<string, 'sound' | 'bad'>()
  }
  for (const folder of await foldersIn(fs, root)) {
    for (const name of await filesIn(fs, join(root, folder))) {
      const hash = hashOf(name)
      if (!isHash(hash)) continue
      const file = join(root, folder, name)
      const sound = (await bytesHash(file)) === hash
      found.files.set(file, sound ? 'sound' : 'bad')
      if (sound) found.sound.set(hash, file)
      else found.bad.set(hash, file)
    }
  }
  for (const hash of found.sound.keys()) if (root.endsWith('blobs')) found.bad.delete(hash)
  return found
}

/** What versions and published states need, by hash, in words. */
function neededBlobs({ states, published, synced }: Exam): Map<ContentHash, string> {
  const needed = new Map<ContentHash, string>()
  for (const { versions } of states.values())
    for (const { hash, path, timestamp, size } of versions)
      if (size > 0) needed.set(hash, `the version of ${path} of ${new Date(timestamp).toISOString()}`)
  for (const [hash, what] of published) needed.set(hash, `what is published of ${what}`)
  for (const [hash, what] of synced) needed.set(hash, what)
  return needed
}

async function reportBlob(
  { fs, layout, report, setAside }: Exam,
  hash: ContentHash,
  what: string,
  bad: string | undefined,
  source: string | undefined
): Promise<void> {
  const file = layout.blob(hash)
  const state = bad === undefined ? 'is missing' : 'is damaged'
  const still = async () => (await readHash(fs, file).catch(() => '')) !== hash
  const clear = async () => {
    if (bad !== undefined) await setAside(bad)
  }
  if (source === undefined)
    await report({
      file,
      still,
      message: `The content of ${what} ${state}, and there is no other copy. It stays in its list but cannot be opened; everything else can.`,
      lost: true,
      ...(bad !== undefined && { repair: { does: 'Sets the damaged copy aside.', run: clear } })
    })
  else
    await report({
      file,
      still,
      message: `The content of ${what} ${state}. The same content lies elsewhere in the workspace.`,
      repair: {
        does: 'Copies it from there.',
        run: async () => {
          const bytes = await fs.readFile(source)
          await clear()
          await makeFolders(fs, dirname(file))
          await replaceDurably(fs, file, bytes)
        }
      }
    })
}

/** The current files whose bytes are what the index says, by hash; those that rotted are told. */
async function currentContents(
  { fs, layout, report, hashOf }: Exam,
  records: ReadonlyMap<string, IndexRecord>,
  isKept: (hash: ContentHash) => boolean
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { path, hash, size, mtimeMs, ino } of records.values()) {
    if (!isVersioned(path)) continue
    const file = layout.content(path)
    const stat = await fs.lstat(file)
    if (stat?.kind !== 'file') continue
    // another size is another content, however long it would take to read
    const real = stat.size === size ? await hashOf(file) : ''
    if (real === hash) found.set(hash, file)
    else if (stat.size === size && stat.mtimeMs === mtimeMs && stat.ino === ino)
      await report({
        file,
        still: async () => {
          const again = await readHash(fs, file).catch(() => '')
          const now = await fs.lstat(file)
          return again !== hash && now !== null && sameStat(now, stat) && now.ctimeMs === stat.ctimeMs
        },
        message: isKept(hash)
          ? 'The bytes of this file changed though no program has written it. When it is next opened, the good content becomes a version in its history.'
          : 'The bytes of this file changed though no program has written it, and the store’s own copy is damaged or missing too: what was saved last is gone. What lies there now becomes the content when it is next opened; the versions are untouched.',
        lost: !isKept(hash)
      })
  }
  return found
}

/** Sound documents in the trash, by hash. */
async function trashedContents({ fs, layout, hashOf }: Exam): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const id of (await foldersIn(fs, layout.trash)).filter(isGuid)) {
    const record = await readTrashRecord(fs, layout, id)
    for (const { path, hash } of record?.files ?? []) {
      const file = join(layout.trashContent(id), ...path.slice(record?.path.length).split('/'))
      if (isVersioned(path) && (await hashOf(file)) === hash) found.set(hash, file)
    }
  }
  return found
}

/**
 * The store's own copy of each current document: made again from the file when it is bad, removed when it is
 * of the past.
 */
async function checkShadows(
  exam: Exam,
  shadows: Found,
  blobs: ReadonlyMap<string, string>,
  records: ReadonlyMap<string, IndexRecord>,
  elsewhere: ReadonlyMap<string, string>
): Promise<void> {
  const { fs, layout, states, report, setAside } = exam
  const wanted = new Set([...records.values()].map(({ id, hash }) => layout.shadow(id, hash)))
  for (const { id, path, current, previous } of states.values()) {
    if (!current || (path !== null && !isVersioned(path))) continue
    const shadow = layout.shadow(id, current.hash)
    wanted.add(shadow)
    if (previous) wanted.add(layout.shadow(id, previous.hash))
    if (path === null || !records.has(id)) continue
    const sound = shadows.files.get(shadow) === 'sound' || blobs.has(current.hash)
    const bad = shadows.files.get(shadow) === 'bad'
    const source = elsewhere.get(current.hash)
    if (sound && !bad) continue
    const isLost = !sound && source === undefined && !blobs.has(current.hash)
    const now =
      source !== undefined
        ? 'The file itself is intact.'
        : isLost
          ? 'The file itself has changed since, so what was saved last is gone. The file as it is now can be had, and so can its versions.'
          : 'The file itself has changed since, and that content is among its versions.'
    await report({
      file: shadow,
      still: () => lacksCopy(exam, id, current.hash),
      message: `The store’s own copy of ${path} is ${bad ? 'damaged' : 'missing'}. ${now}`,
      lost: isLost,
      ...((bad || source !== undefined) && {
        repair: {
          does: source === undefined ? 'Sets the damaged copy aside.' : 'Makes the copy again from the file.',
          run: async () => {
            const bytes = source === undefined ? null : await fs.readFile(source)
            if (bad) await setAside(shadow)
            if (bytes) await makeFolders(fs, dirname(shadow)).then(() => replaceDurably(fs, shadow, bytes))
          }
        }
      })
    })
  }
  for (const file of shadows.files.keys()) {
    if (wanted.has(file) || !(await fs.lstat(file))) continue
    await report({
      file,
      kind: 'leftover',
      message: 'A copy of a content that is no longer current, of a save that a crash interrupted.',
      repair: { does: 'Moves it to what is set aside.', run: () => setAside(file) }
    })
  }
}

/**
 * Whether the history says now, before and after the look, that this content is current, and no copy of it is
 * sound.
 */
async function lacksCopy({ fs, layout }: Exam, id: Guid, hash: ContentHash): Promise<boolean> {
  const isCurrent = async () => {
    const bytes = await readIfPlain(fs, layout.log(id)).catch(() => null)
    const state = emptyState(id)
    for (const value of bytes ? readLog(bytes).values : []) {
      const event = parseEvent(value, id)
      if (event) applyEvent(state, event)
    }
    return state.current?.hash === hash
  }
  const isSound = async (file: string) => (await readHash(fs, file).catch(() => '')) === hash
  if (!(await isCurrent())) return false
  const backed = await isSound(layout.shadow(id, hash))
  const blob = layout.blob(hash)
  // a damaged copy is told although another one is sound
  if (backed || (!(await fs.lstat(layout.shadow(id, hash))) && (await isSound(blob)))) return false
  return isCurrent()
}
