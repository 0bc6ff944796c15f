import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { examine } from '../../../src/main/store/doctor'
import type { FolderStore, RoomEntry, SnapshotFile } from '../../../src/main/store/types'
import { backedUp, fill, inWorkspace, restoredFrom, withPlaces } from '../../support/backup'
import { ada, bytes, p } from '../../support/workspace'

const page = p('/o/s/page.html')
const update = (words: string): RoomEntry => ({ kind: 'update', bytes: bytes(words) })
const idAt = async (store: FolderStore, path: string) => {
  const entry = await store.stat(p(path))
  return entry?.kind === 'file' ? entry.id : ''
}

test('BK1 BK4 W15 what is written together is in a backup, of what lies in the trash too, and comes back', () =>
  withPlaces(async ({ workspace, target, restored }) => {
    const [backup, ids] = await inWorkspace(workspace, async (store) => {
      await fill(store)
      const here = await idAt(store, '/o/s/page.html')
      const deleted = await idAt(store, '/o/s/data.json')
      await store.rooms.replace(here, [update('a')])
      await store.rooms.append(here, [update('b'), update('c')])
      await store.rooms.replace(deleted, [update('d')])
      await store.remove(p('/o/s/data.json'), { by: ada })
      return [await backedUp(store, target), { here, deleted }] as const
    })
    expect(backup.leftOut).toEqual([])
    await restoredFrom(backup, restored)
    expect((await examine(restored)).findings).toEqual([])
    await inWorkspace(restored, async ({ rooms }) => {
      expect((await rooms.load(ids.here))?.entries).toMatchObject([{ kind: 'update' }, {}, {}])
      expect((await rooms.load(ids.here))?.whole).toBe(true)
      expect((await rooms.load(ids.deleted))?.entries).toHaveLength(1)
      expect(await rooms.list()).toHaveLength(2)
    })
  }))

/** As a room does: it says what it is about to save, saves, and begins its log anew with that. */
async function saveRoom(store: FolderStore, words: string): Promise<void> {
  const content = bytes(`<main>${words}</main>`)
  const hash = createHash('sha256').update(content).digest('hex')
  const id = await idAt(store, '/o/s/page.html')
  if (await store.rooms.load(id)) await store.rooms.append(id, [update(words), { kind: 'saving', hash }])
  await store.write(page, content, { by: ada, session: 'room' })
  await store.rooms.replace(id, [{ kind: 'state', epoch: 'e', hash, bytes: bytes(words) }])
}

const WAIT_MS = 300

test.each(['before', 'after'])(
  'BK1 W15 a document and its room are taken in one moment: who saves just %s the room is read waits for the document',
  (when) =>
    withPlaces(async ({ workspace }) => {
      let isAsked = false
      let saving: Promise<void> | undefined
      const saveMeanwhile = async () => {
        isAsked = false
        saving = saveRoom(store, 'later')
        // where both were not taken in one moment, it comes to its end
        await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
      }
      const fs: DurableFs = {
        ...nodeFs,
        async readFile(path, most) {
          const isMoment = isAsked && path.includes('/rooms/')
          if (isMoment && when === 'before') await saveMeanwhile()
          const found = await nodeFs.readFile(path, most)
          if (isMoment && when === 'after') await saveMeanwhile()
          return found
        }
      }
      const store = await openStore({ folder: workspace, watch: false, fs })
      try {
        await store.write(page, bytes(''), { by: ada })
        await saveRoom(store, 'first')
        const entries = (await store.folder.snapshot()).entries()
        isAsked = true
        let content = ''
        let room: readonly string[] = []
        for await (const one of entries) {
          if (one.kind === 'file' && one.path === 'content/o/s/page.html') content = one.hash ?? ''
          if (one.kind === 'file' && one.path.startsWith('.galley/rooms/')) room = await linesOf(one)
        }
        expect(saving).toBeDefined()
        await saving
        expect(room[0]).toContain(content)
      } finally {
        await store.close()
      }
    })
)

async function linesOf(entry: SnapshotFile): Promise<string[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of entry.read()) pieces.push(piece)
  return Buffer.concat(pieces).toString().split('\n')
}
