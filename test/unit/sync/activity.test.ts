import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { openActivity } from '../../../src/main/sync/activity'
import { tempFolder } from '../../support/workspace'

test('Y35 what runs did stays across restarts, the latest 200, and of a large run what nobody would expect', async () => {
  const folder = await tempFolder()
  const store = await openStore({ folder })
  try {
    const activity = await openActivity(store, 'p-1')
    await activity.add(1, [])
    for (let at = 1; at <= 205; at += 1) await activity.add(at, [{ path: `/${at}`, did: 'pulled' }])
    const many = Array.from({ length: 600 }, (_, index) => ({ path: `/f${index}`, did: 'pushed' as const }))
    await activity.add(206, [...many, { path: '/gone', did: 'deleted-here' }])
  } finally {
    await store.close()
  }
  const again = await openStore({ folder })
  try {
    const [newest, ...older] = await (await openActivity(again, 'p-1')).list()
    expect(newest).toMatchObject({ at: 206, more: 101 })
    expect(newest?.deeds).toHaveLength(500)
    expect(newest?.deeds[0]).toEqual({ path: '/gone', did: 'deleted-here' })
    expect(older.map(({ at }) => at)).toEqual(Array.from({ length: 199 }, (_, index) => 205 - index))
    expect(await (await openActivity(again, 'p-2')).list()).toEqual([])
  } finally {
    await again.close()
  }
})
