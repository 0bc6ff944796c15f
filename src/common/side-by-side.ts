/**
 * Does the work on every item, a few at a time, in their order. After a failure, or once the signal says so,
 * none is begun.
 * @throws the first failure, when what is under way has ended; what fails after the signal is no failure
 */
export async function sideBySide<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal
): Promise<void> {
  const left = items[Symbol.iterator]()
  const failures: unknown[] = []
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      if (failures.length > 0 || signal?.aborted) return
      try {
        await work(next.value)
      } catch (error) {
        if (!signal?.aborted) failures.push(error)
        return
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (failures.length > 0) throw failures[0]
}
