import type { Objects } from './contents'

/** For so long it is believed that the object storage was reached, in milliseconds, and that it was not. */
const BELIEVED_MS = 20_000
const DOUBTED_MS = 2_000

/**
 * Asks whether the object storage takes something, by one small object of the workspace. Who asks often is told what was found last; who
 * asks at the same time waits for the same.
 */
export function reachOf(workspace: string, objects: Objects | null): () => Promise<boolean> {
  let asked: Promise<boolean> = Promise.resolve(false)
  let until = 0

  async function look(storage: Objects['storage']): Promise<boolean> {
    const isThere = await storage.reach(`${workspace}/reached`).then(
      () => true,
      () => false
    )
    until = performance.now() + (isThere ? BELIEVED_MS : DOUBTED_MS)
    return isThere
  }

  return () => {
    if (!objects) return Promise.resolve(true)
    if (performance.now() > until) {
      until = Infinity
      asked = look(objects.storage)
    }
    return asked
  }
}
