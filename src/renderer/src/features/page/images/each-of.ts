/** Does it for each of them in their order, so many at once. */
export async function eachOf<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>
): Promise<void> {
  const waiting = [...all]
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}
