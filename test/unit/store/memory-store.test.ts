import { openMemoryStore } from '../../support/memory-store'
import { storeContract } from './contract'

storeContract('memory', async (work) => {
  const clock = { now: 1_800_000_000_000 }
  const store = openMemoryStore({ now: () => clock.now })
  try {
    return await work(store, clock)
  } finally {
    await store.close()
  }
})
