import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRooms, type Rooms } from '../../../../src/main/rooms'
import { openStore } from '../../../../src/main/store'
import { nodeFs } from '../../../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../../../src/main/store/types'
import { failingFs } from '../../../support/failing-fs'
import { ada, bytes, p, quickFolder, sparseWorkspace, text } from '../../../support/workspace'
import { until, Writer } from './people'

const page = p('/acme/site/harbour.html')
const disk = failingFs(nodeFs)
let folder: string
let store: FolderStore
let rooms: Rooms

beforeEach(async () => {
  folder = await sparseWorkspace(quickFolder())
  store = await openStore({ folder, fs: disk.fs, watch: false })
  await store.write(page, bytes('<main><div><p>begin end</p></div></main>'), { by: ada })
  rooms = openRooms({ store, program: null, report: () => undefined })
})

afterEach(async () => {
  disk.stop()
  await rooms.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const stored = async () => text((await store.read(page))?.bytes)
const times = (all: string, word: string) => all.split(word).length - 1

describe('RT1 RT6 a disk that takes nothing', () => {
  it.each(['the first words of somebody', 'words of somebody who has written before'])(
    'RT1 RT6 %s: nobody else sees what it did not take, and with room they are there once',
    async (which) => {
      const [one, other] = [new Writer('ada'), new Writer('bob')]
      await one.join(rooms, page)
      if (which.includes('before')) {
        one.type('begin', ' w1')
        await until(async () => (await stored()).includes('w1'))
      }
      disk.failAt(1, 'ENOSPC', true)
      one.type('begin', ' w2')
      await one.settled()
      await other.join(rooms, page)
      expect(other.text).not.toContain('w2')
      expect(await stored()).not.toContain('w2')
      one.type('begin', ' w3')
      await one.settled()
      disk.stop()
      // as a window does whose words were not taken
      one.leave()
      await one.join(rooms, page)
      await until(async () => times(await stored(), 'w2') === 1)
      await until(() => other.text === one.text)
      for (const word of ['w2', 'w3'])
        expect([times(one.text, word), times(await stored(), word)]).toEqual([1, 1])
    }
  )
})
