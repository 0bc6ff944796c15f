import { createStore } from '../../state/store'

/** Whose problems the panel shows; `external`: the links of the site to other hosts. */
export type ProblemScope = 'document' | 'site' | 'external'

export const problemScopes = [
  { value: 'document', label: 'This document' },
  { value: 'site', label: 'This site' },
  { value: 'external', label: 'Links out' }
] as const

/** As the person chose last, in this run. */
export const problemScope = createStore<ProblemScope>('document')
