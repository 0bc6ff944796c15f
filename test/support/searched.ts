import { configFile } from '../../src/main/configs/config-file'
import { deletedConfig } from '../../src/main/configs/deleted-config'
import { openFollowing } from '../../src/main/search/follow'
import { openPastFollowing } from '../../src/main/search/past/follow'
import { openIndexThread } from '../../src/main/search/thread'
import type { FolderStore, Store } from '../../src/main/store/types'
import type { Random } from '../unit/links/random-site'
import { bytes, p } from './workspace'

const words = ['ferry', 'pier', 'Übersee', 'E-Mail', '船の時刻', 'ship', 'dataPointer', 'a', 'été', 'x1']
const folders = ['/o/s', '/o/s/a', '/o/s/a/b', '/o/s/c', '/o/t']
const names = ['one.html', 'two.html', 'three.json', 'four.txt', 'five.svg', 'Six.html', '.hidden.html']
const by = [{ email: 'ada@example.com', name: 'Ada' }, { email: 'bob@example.com' }]

/** One of few places, so that what happens meets what happened before. */
const placeIn = (random: Random) => p(`${random.one(folders)}/${random.one(names)}`)

function contentFor(path: string, random: Random): string {
  const some = () => Array.from({ length: 1 + random.below(6) }, () => random.one(words)).join(' ')
  if (path.endsWith('.json'))
    return random.chance(0.8)
      ? JSON.stringify({
          ':type': 'sheet',
          total: 1,
          offset: 0,
          limit: 1,
          data: [{ Name: some(), To: some() }]
        })
      : `{"broken": "${some()}`
  return `<body><main><div><h1>${some()}</h1><p>${some()}</p></div></main></body>`
}

/** Something that may happen to content. What cannot be is refused by the store, and nothing then happens. */
export async function happens(store: Store, random: Random): Promise<void> {
  const options = { by: random.one(by) }
  const path = placeIn(random)
  const folder = p(random.one(folders))
  const other = p(`${random.one(folders)}/moved${random.below(3)}`)
  const kind = random.below(22)
  const work = async () => {
    if (kind < 10) await store.write(path, bytes(contentFor(path, random)), options)
    else if (kind < 12) await store.move(path, placeIn(random), options)
    else if (kind < 13) await store.move(folder, other, options)
    else if (kind < 14) await store.copy(folder, other, options)
    else if (kind < 15) await store.copy(path, placeIn(random), options)
    else if (kind < 17) await store.remove(path, options)
    else if (kind < 18) await store.remove(folder, options)
    else if (kind < 20) await inOtherPlaces(store, random, path)
    else {
      const [item] = await store.trash(p('/o/s'))
      if (item) await store.restoreFromTrash(p('/o/s'), item.id, options)
    }
  }
  await work().catch(() => undefined)
}

/** A config is saved or deleted, a file lies in the `.trash` of clients and comes back from there (S4). */
async function inOtherPlaces(store: Store, random: Random, path: ReturnType<typeof p>): Promise<void> {
  const options = { by: random.one(by) }
  const lies = p(path.replace(/^(\/o\/[st])\//, '$1/.trash/'))
  const config = configFile(p(random.one(['/o', '/o/s', '/o/t'])))
  const kind = random.below(10)
  if (kind < 4) await store.move(path, lies, options)
  else if (kind < 6) await store.move(lies, path, options)
  else if (kind < 7) await store.write(config, deletedConfig.bytes, options)
  else await store.write(config, bytes(contentFor('.json', random)), options)
}

/** Opens the index in a file as the service does, and lets it be equal to what the store holds. */
export async function openSearched(store: Store, file: string | null) {
  const searched = follow(file, (index, report) => openFollowing(store, index, report))
  await searched.following.begin()
  return searched
}

/** The same for the index of what was. */
export async function openPastSearched(store: Store, file: string | null) {
  const searched = follow(file, (index, report) => openPastFollowing(store, index, report))
  await searched.following.look()
  return searched
}

/** An index that is followed, and what failed meanwhile. */
function follow<Following extends { settled(): Promise<void>; close(): Promise<void> }>(
  file: string | null,
  open: (index: ReturnType<typeof openIndexThread>, report: (error: unknown) => void) => Following
) {
  const failures: unknown[] = []
  const index = openIndexThread(null, file)
  const following = open(index, (error) => failures.push(error))
  return {
    index,
    following,
    failures,
    async dump(): Promise<string[]> {
      await following.settled()
      return index.call('dump', undefined)
    },
    async close() {
      await following.close()
      await index.close()
    }
  }
}

/** All that a fresh index of this store says. */
export const freshDump = (store: FolderStore): Promise<string[]> => dumpOf(openSearched(store, null))

/** The same of the index of what was. */
export const freshPastDump = (store: FolderStore): Promise<string[]> => dumpOf(openPastSearched(store, null))

async function dumpOf(opening: ReturnType<typeof openSearched | typeof openPastSearched>): Promise<string[]> {
  const fresh = await opening
  try {
    return await fresh.dump()
  } finally {
    await fresh.close()
  }
}
