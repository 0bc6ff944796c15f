import type { ObjectCalls } from '../seam/load'
import type { ObjectStorage } from './storage'

/** The same storage, and how often it was asked for what since the start. */
export function counted(storage: ObjectStorage): {
  readonly storage: ObjectStorage
  readonly calls: () => readonly ObjectCalls[]
} {
  const calls = new Map<ObjectCalls['call'], { done: number; failed: number; seconds: number }>()

  async function count<T>(call: ObjectCalls['call'], asked: () => Promise<T>): Promise<T> {
    const sum = calls.get(call) ?? { done: 0, failed: 0, seconds: 0 }
    calls.set(call, sum)
    const began = performance.now()
    try {
      const answer = await asked()
      sum.done += 1
      return answer
    } catch (error) {
      sum.failed += 1
      throw error
    } finally {
      sum.seconds += (performance.now() - began) / 1000
    }
  }

  return {
    calls: () => Array.from(calls, ([call, sum]) => ({ call, ...sum })),
    storage: {
      put: (name, bytes) => count('put', () => storage.put(name, bytes)),
      async begin(name) {
        const { id, put, finish } = await count('begin', () => storage.begin(name))
        return { id, put: (part) => count('part', () => put(part)), finish: () => count('finish', finish) }
      },
      read: (name, start, end) => count('read', () => storage.read(name, start, end)),
      size: (name) => count('size', () => storage.size(name)),
      remove: (name, upload) => count('remove', () => storage.remove(name, upload)),
      reach: (name) => count('reach', () => storage.reach(name)),
      close: () => storage.close()
    }
  }
}
