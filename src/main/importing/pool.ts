/**
 * Does a piece of work for each, so many at a time, in their order; stops beginning new ones once the signal
 * says so. Rejects with the first failure, after what is under way.
 */
export async function pool<T>(
  each: Iterable<T>,
  atOnce: number,
  signal: AbortSignal,
  work: (one: T) => Promise<void>
): Promise<void> {
  const waiting = each[Symbol.iterator]()
  let failure: { readonly error: unknown } | null = null
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      if (signal.aborted || failure) return
      try {
        await work(next.value)
      } catch (error) {
        if (!signal.aborted) failure ??= { error }
        return
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failure !== null) throw (failure as { readonly error: unknown }).error
}
