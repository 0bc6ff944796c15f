import { isBeyondBounds } from '../../common/bounds'

/** Of so many that take too long, and the rest is left out. */
export const MOST_SLOW = 3

interface Limits {
  /** Milliseconds for all of them together, and for one alone. */
  readonly batch: number
  readonly file: number
}

/**
 * Asks workers about several files, which may take any time (FI6): all at once, and, when that does not end, one
 * by one. What comes after the last that is tried is not among the answers.
 * @param ask resolves to an answer for each
 */
export async function inBounds<Source, Answer>(
  sources: readonly Source[],
  limits: Limits,
  ask: (some: readonly Source[], limit: number) => Promise<readonly Answer[]>
): Promise<(Answer | 'slow')[]> {
  if (sources.length === 0) return []
  try {
    return [...(await ask(sources, limits.batch))]
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
  }
  const answers: (Answer | 'slow')[] = []
  let slow = 0
  for (const source of sources) {
    if (slow >= MOST_SLOW) break
    try {
      answers.push(...(await ask([source], limits.file)))
    } catch (error) {
      if (!isBeyondBounds(error)) throw error
      slow += 1
      answers.push('slow')
    }
  }
  return answers
}
