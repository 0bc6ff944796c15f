/**
 * Runs the work on every item, a few at a time; stops at the first failure, after what is under way has
 * ended.
 */
export async function eachOf<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<unknown>
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let failed = false
  const worker = async () => {
    for (let next = iterator.next(); !next.done && !failed; next = iterator.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = Array.from({ length: limit }, worker)
  await Promise.allSettled(workers)
  await Promise.all(workers)
}
