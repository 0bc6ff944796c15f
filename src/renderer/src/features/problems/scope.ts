import { createStore } from '../../state/store'

/** Whose problems the panel shows. */
type ProblemScope = 'document' | 'site'

export const problemScopes = [
  { value: 'document', label: 'This document' },
  { value: 'site', label: 'This site' }
] as const

/** As the person chose last, in this run. */
export const problemScope = createStore<ProblemScope>('document')
