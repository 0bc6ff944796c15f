import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import { freshDump, happens, openPastSearched, openSearched } from '../../support/searched'
import { ada, bytes, p, quickFolder, sparseWorkspace } from '../../support/workspace'
import { randomOf } from '../links/random-site'

const OPERATIONS = Number(process.env['GALLEY_SEARCH_OPERATIONS'] ?? 240)
const SEED = Number(process.env['GALLEY_SEED'] ?? 19)
/** With the second one, pictures went while they still waited to be looked at, and came back. */
const runs = [
  { seed: SEED, operations: OPERATIONS },
  { seed: 31, operations: Math.max(OPERATIONS, 480) }
]
/** Between two comparisons. */
const TOGETHER = 40

it.each(runs)(
  'FI5: after $operations random operations (seed $seed) the index is equal to a fresh one, also when it was closed meanwhile',
  { timeout: Math.max(120_000, OPERATIONS * 1500) },
  async ({ seed, operations }) => {
    const folder = await sparseWorkspace(quickFolder())
    const random = randomOf(seed)
    const store = await openStore({ folder, watch: false })
    const file = join(folder, 'index', 'search-seal.db')
    let searched = await openSearched(store, file)
    try {
      for (let done = 0; done < operations; done += TOGETHER) {
        for (let count = 0; count < TOGETHER; count++) {
          // what happens while nobody follows is found by comparing
          if (random.chance(0.04)) {
            await searched.close()
            for (let missed = random.below(6); missed > 0; missed--) await happens(store, random)
            const opening = openSearched(store, file)
            // and so is what happens while it is compared
            for (let meanwhile = random.below(6); meanwhile > 0; meanwhile--) await happens(store, random)
            searched = await opening
          }
          await happens(store, random)
        }
        const found = await searched.dump()
        expect(found, `seed ${seed}, ${done + TOGETHER} operations`).toEqual(await freshDump(store))
        expect(searched.failures).toEqual([])
      }
    } finally {
      await searched.close()
      await store.close()
      await rm(folder, { recursive: true })
    }
  }
)

it('FI5: a folder that went and came again holds nothing of what was in it', async () => {
  const folder = await sparseWorkspace(quickFolder())
  const store = await openStore({ folder, watch: false })
  const searched = await openSearched(store, null)
  try {
    await store.write(p('/o/t/old.html'), bytes('<p>old</p>'), { by: ada })
    await searched.dump()
    // both are done before the first is looked at
    const removing = store.remove(p('/o/t'), { by: ada })
    await Promise.all([removing, store.write(p('/o/t/new.html'), bytes('<p>new</p>'), { by: ada })])
    const found = await searched.dump()
    expect(found).toEqual(await freshDump(store))
    expect(found.join()).toContain('/o/t/new.html')
  } finally {
    await searched.close()
    await store.close()
    await rm(folder, { recursive: true })
  }
})

it(
  `FI5 FI7: after ${OPERATIONS} random operations the index of what was is equal to a fresh one`,
  { timeout: Math.max(120_000, OPERATIONS * 1500) },
  async () => {
    const folder = await sparseWorkspace(quickFolder())
    const random = randomOf(SEED + 1)
    const store = await openStore({ folder, watch: false })
    const file = join(folder, 'index', 'search-seal.past.db')
    let searched = await openPastSearched(store, file)
    let most = 0
    try {
      for (let done = 0; done < OPERATIONS; done += TOGETHER) {
        for (let count = 0; count < TOGETHER; count++) {
          if (random.chance(0.04)) {
            await searched.close()
            for (let missed = random.below(6); missed > 0; missed--) await happens(store, random)
            searched = await openPastSearched(store, file)
          }
          await happens(store, random)
          if (random.chance(0.1)) {
            const [item] = await store.trash(p('/o/s'))
            if (item) await store.deleteFromTrash(p('/o/s'), item.id)
          }
          // a look may begin at any time, and what happens meanwhile belongs to the next
          if (random.chance(0.2)) void searched.following.look()
        }
        const found = await searched.dump()
        const fresh = await openPastSearched(store, null)
        expect(found, `seed ${SEED}, ${done + TOGETHER} operations`).toEqual(await fresh.dump())
        most = Math.max(most, found.length)
        await fresh.close()
        expect(searched.failures).toEqual([])
      }
      expect(most).toBeGreaterThan(0)
    } finally {
      await searched.close()
      await store.close()
      await rm(folder, { recursive: true })
    }
  }
)

it('FI7: who asks while another look at the histories is under way waits for it', async () => {
  const folder = await sparseWorkspace(quickFolder())
  const store = await openStore({ folder, watch: false })
  const searched = await openPastSearched(store, null)
  try {
    for (const text of ['one', 'two', 'three'])
      await store.write(p('/o/s/a.html'), bytes(`<p>${text}</p>`), { by: ada })
    const first = searched.following.look()
    expect(searched.following.state()).not.toBeNull()
    await searched.following.look()
    expect(await searched.index.call('state', undefined)).toMatchObject({ of: 2 })
    await first
  } finally {
    await searched.close()
    await store.close()
    await rm(folder, { recursive: true })
  }
})
