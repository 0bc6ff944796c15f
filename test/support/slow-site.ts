import { foreignSite, pageOf, type Answering, type ForeignSite } from './foreign-site'

export interface SlowSite extends ForeignSite {
  /** How many more answers it gives, to those who wait first. */
  allow(answers: number): void
  /** How many wait for theirs. */
  held(): number
}

/** A foreign site whose pages come when the test lets them; all at once until it says otherwise. */
export async function slowSite(paths: readonly string[]): Promise<SlowSite> {
  let allowed = Number.MAX_SAFE_INTEGER
  const waiting = new Set<() => void>()
  const letGo = () => {
    for (const answer of waiting) {
      if (allowed <= 0) return
      allowed--
      waiting.delete(answer)
      answer()
    }
  }
  const slow =
    (path: string): Answering =>
    (request, answer, count) => {
      const give = () => pageOf(`<div><p>theirs ${path}</p></div>`)(request, answer, count)
      waiting.add(give)
      answer.on('close', () => waiting.delete(give))
      letGo()
    }
  const foreign = await foreignSite(Object.fromEntries(paths.map((path) => [path, slow(path)])))
  return {
    ...foreign,
    held: () => waiting.size,
    allow(answers) {
      allowed = answers
      letGo()
    }
  }
}
