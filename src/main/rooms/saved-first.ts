import type { Store } from '../store/types'
import type { Rooms } from './index'

/**
 * The store for all who take a state of content, to publish, to keep or to take it elsewhere: what people have
 * written there is in the files first, so that it is what they see (RT6). Whoever reads a file gets it as it
 * is stored.
 */
export function savedFirst(store: Store, { save }: Pick<Rooms, 'save'>): Store {
  return {
    ...store,
    async createVersion(path, options) {
      await save(path)
      return store.createVersion(path, options)
    },
    async copy(from, to, options) {
      await save(from)
      if (options.overwrite === true) await save(to)
      return store.copy(from, to, options)
    },
    async move(from, to, options) {
      await save(from)
      // what is in the way goes to the trash, with all of it
      if (options.overwrite === true) await save(to)
      return store.move(from, to, options)
    },
    /** What it writes in was read already; what is in the way goes to the trash. */
    async change(change) {
      if (change.overwrite === true) for (const { to } of change.moves ?? []) await save(to)
      return store.change(change)
    },
    /** The version that is kept of it has all of it. */
    async remove(path, options) {
      await save(path)
      return store.remove(path, options)
    },
    published: {
      ...store.published,
      async keep(path) {
        await save(path)
        return store.published.keep(path)
      }
    }
  }
}
