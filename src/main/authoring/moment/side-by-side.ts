/**
 * Does the work on every item, a few at a time. After a failure none is begun; it is thrown when what is
 * under way has ended.
 */
export async function sideBySide<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>
): Promise<void> {
  const left = items.values()
  const failures: unknown[] = []
  const lane = async () => {
    for (const item of left) {
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (failures.length > 0) throw failures[0]
}
