import type { DurableFs, DurableHandle } from '../../src/main/store/disk/durable-fs'

/** Every call of the disk meets each error (`GALLEY_DISK_FAULTS=all`); else one of them, by turns. */
export const ALL_FAULTS = process.env['GALLEY_DISK_FAULTS'] === 'all'

/** A real disk whose calls that change something can be made to fail, one at a time or from one on. */
export interface FailingFs {
  readonly fs: DurableFs
  /** Fails the nth changing call from now (1 is the next); with `allAfter` every later one too. */
  failAt(nth: number, code: string, allAfter?: boolean): void
  /** Changing calls since `failAt`; ends the failing. */
  stop(): number
}

export function failingFs(real: DurableFs): FailingFs {
  let count = 0
  let target = Number.POSITIVE_INFINITY
  let after = false
  let code = 'EIO'

  const check = (path: string) => {
    count++
    if (count === target || (after && count > target))
      throw Object.assign(new Error(`${code}: ${path}`), { code })
  }
  const guard =
    <A extends readonly string[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      check(args[0] ?? '')
      return call(...args)
    }
  const handle = (open: DurableHandle, path: string): DurableHandle => ({
    ...open,
    write: async (data) => {
      try {
        check(path)
      } catch (error) {
        // a full disk takes a part before it refuses
        await open.write(halfOf(data))
        throw error
      }
      await open.write(data)
    },
    sync: async () => {
      check(path)
      await open.sync()
    },
    datasync: async () => {
      check(path)
      await open.datasync()
    },
    truncate: async (length) => {
      check(path)
      await open.truncate(length)
    }
  })
  return {
    failAt(nth, error, allAfter = false) {
      count = 0
      target = nth
      code = error
      after = allAfter
    },
    stop() {
      target = Number.POSITIVE_INFINITY
      after = false
      return count
    },
    fs: {
      ...real,
      open: async (path, mode) => {
        if (mode !== 'read') check(path)
        return handle(await real.open(path, mode), path)
      },
      writeAll: async (files) => {
        for (const file of files) {
          check(file.path)
          await real.writeAll([file])
        }
      },
      writeAllSynced: async (files) => {
        const stats = []
        for (const file of files) {
          check(file.path)
          stats.push(...(await real.writeAllSynced([file])))
        }
        return stats
      },
      appendAllSynced: async (appends) => {
        const done = []
        for (const append of appends) {
          try {
            check(append.path)
          } catch (error) {
            await real.appendAllSynced([{ ...append, data: halfOf(append.data) }])
            throw error
          }
          done.push(...(await real.appendAllSynced([append])))
        }
        return done
      },
      renameAll: async (moves) => {
        const done = []
        for (const move of moves) {
          check(move.from)
          done.push(...(await real.renameAll([move])))
        }
        return done
      },
      mkdir: guard(real.mkdir),
      rename: guard(real.rename),
      link: guard(real.link),
      unlink: guard(real.unlink),
      rmdir: guard(real.rmdir),
      removeTree: guard(real.removeTree),
      syncFolder: guard(real.syncFolder),
      openFolder: async (path) => {
        const folder = await real.openFolder(path)
        return {
          ...folder,
          sync: async () => {
            check(path)
            await folder.sync()
          }
        }
      }
    }
  }
}

const halfOf = (data: Uint8Array) => data.subarray(0, Math.floor(data.length / 2))
