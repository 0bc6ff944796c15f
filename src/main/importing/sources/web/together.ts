/** Work on one input, in a worker. @param bytes how much it is about */
type Together<I, O> = (input: I, bytes: number, signal: AbortSignal) => Promise<O>

interface Waiting<I, O> {
  readonly input: I
  readonly bytes: number
  readonly signal: AbortSignal
  readonly resolve: (output: O) => void
  readonly reject: (error: unknown) => void
}

/** Larger inputs go alone. Bytes. */
const SMALL = 64 * 1024
const MOST = 16
/** Messages under way: as many as one site may have workers. */
const AT_ONCE = 3

/**
 * Sends to a worker in one message what came while the one before was under way: a message costs as much as
 * the work on a short page. One of them that fails takes nothing away from the others: each is done alone then.
 * @param many gives null for one that has to be done alone
 */
export function openTogether<I, O>(
  alone: Together<I, O>,
  many: Together<readonly I[], readonly (O | null)[]>
): Together<I, O> {
  const waiting: Waiting<I, O>[] = []
  let under = 0

  async function lane(): Promise<void> {
    under += 1
    // those whose answers are being read just now as well
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await done(waiting.splice(0, MOST))
    under -= 1
  }

  async function done(group: readonly Waiting<I, O>[]): Promise<void> {
    const outputs = await outputsOf(group)
    await Promise.all(
      group.map(async ({ input, bytes, signal, resolve, reject }, index) => {
        const output = outputs[index] ?? null
        if (output !== null) resolve(output)
        else await alone(input, bytes, signal).then(resolve, reject)
      })
    )
  }

  async function outputsOf(group: readonly Waiting<I, O>[]): Promise<readonly (O | null)[]> {
    const [first] = group
    if (!first || group.length === 1) return []
    const bytes = group.reduce((sum, one) => sum + one.bytes, 0)
    // whatever ends them all, such as too little time, says of each alone whose fault it is
    return many(
      group.map(({ input }) => input),
      bytes,
      first.signal
    ).catch(() => [])
  }

  return (input, bytes, signal) => {
    if (bytes > SMALL) return alone(input, bytes, signal)
    return new Promise((resolve, reject) => {
      waiting.push({ input, bytes, signal, resolve, reject })
      if (under < AT_ONCE) void lane()
    })
  }
}
