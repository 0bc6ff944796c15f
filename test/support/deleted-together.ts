import { expect } from 'vitest'
import type { Store } from '../../src/main/store/types'
import { ada, bytes, p } from './workspace'

/** Deletes a page with the folder of its media, and an empty folder in that, as one item. */
export async function removeWithFolder(store: Store): Promise<void> {
  await store.write(p('/o/s/with.html'), bytes('<main>with</main>'), { by: ada })
  await store.write(p('/o/s/.with/picture.png'), bytes('picture'), { by: ada })
  await store.createFolder(p('/o/s/.with/empty'), { by: ada })
  await store.remove(p('/o/s/with.html'), { by: ada, along: [p('/o/s/.with')] })
}

/** All of it comes back, and all else that lies in the trash. */
export async function bringBack(store: Store): Promise<void> {
  for (const { id, cause } of await store.trash(p('/o/s')))
    if (cause === 'deleted') await store.restoreFromTrash(p('/o/s'), id, { by: ada })
  expect(await store.list(p('/o/s/.with'))).toMatchObject([{ name: 'empty' }, { name: 'picture.png' }])
  for (const path of ['/o/s/with.html', '/o/s/gone.html', '/o/s/old/a.html', '/o/s/old/b.png'])
    expect((await store.read(p(path)))?.bytes.length).toBeGreaterThan(0)
}
