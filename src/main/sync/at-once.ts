/** Runs the work for each item, so many at once. The first failure ends it, after what is under way. */
export async function eachOf<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  let failed = false
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.max(1, atOnce) }, worker))
  for (const one of workers) if (one.status === 'rejected') throw one.reason
}
