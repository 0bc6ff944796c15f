import type { Clause, Question, WordsAtom } from './question'

/** A question as an index is asked: by words that must be there, by words that must not, and by all else. */
interface AskedClauses {
  /** One word of each has to be there. */
  readonly wanted: readonly (readonly WordsAtom[])[]
  /** None of them may be there. */
  readonly unwanted: readonly WordsAtom[]
  /** One part of each has to hold. */
  readonly others: readonly Clause[]
}

export function askedClauses({ clauses }: Pick<Question, 'clauses'>): AskedClauses {
  const wanted: WordsAtom[][] = []
  const unwanted: WordsAtom[] = []
  const others: Clause[] = []
  for (const clause of clauses) {
    const words = clause.flatMap(({ atom }) => (atom.kind === 'words' ? [atom] : []))
    if (words.length < clause.length) others.push(clause)
    else if (!clause.some(({ not }) => not)) wanted.push(words)
    else if (clause.length === 1) unwanted.push(...words)
    else others.push(clause)
  }
  return { wanted, unwanted, others }
}

/** A beginning of one or two letters is of so many words that their weights say nothing, and cost much. */
export function isShort({ clauses }: Pick<Question, 'clauses'>): boolean {
  return clauses.some((clause) =>
    clause.some(
      ({ atom }) =>
        atom.kind === 'words' &&
        atom.spellings.some(({ words, isOpen }) => isOpen && (words.at(-1)?.length ?? 0) < 3)
    )
  )
}
