import type { Objects } from './contents'

/** For so long it is believed that the object storage was reached, in milliseconds, and that it was not. */
const BELIEVED_MS = 20_000
const DOUBTED_MS = 2_000

/** A small object of a workspace, written anew by whoever asks whether the storage is there. */
export const reachedObject = (workspace: string): string => `${workspace}/reached`

/**
 * Asks whether the object storage takes something. Who asks often is told what was found last; who asks at the same time waits for the same.
 * @returns a function that gives the reason why it does not; null where it does, and where none is named
 */
export function reachOf(workspace: string, objects: Objects | null): () => Promise<unknown> {
  let asked: Promise<unknown> = Promise.resolve(null)
  let until = 0

  async function look(storage: Objects['storage']): Promise<unknown> {
    const failure = await storage.reach(reachedObject(workspace)).then(
      () => null,
      (error: unknown) => error
    )
    until = performance.now() + (failure === null ? BELIEVED_MS : DOUBTED_MS)
    return failure
  }

  return () => {
    if (objects && performance.now() > until) {
      until = Infinity
      asked = look(objects.storage)
    }
    return asked
  }
}
