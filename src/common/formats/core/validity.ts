import { validate, type JsonValue, type Schema } from '../../schema'
import { createDecisions, type Choices, type Conflict } from './conflict'

/** What a check finds: the place and a sentence, by something that tells findings apart. */
export type Findings = ReadonlyMap<string, { readonly at: string; readonly message: string }>

export interface ThreeTexts {
  readonly base: string
  readonly local: string
  readonly remote: string
}

/**
 * A conflict when the merged state breaks a rule that neither side broke (MG5); null when all is well. With
 * the choice `merged` the merge counts all the same.
 * @param sides asked for when the merge breaks a rule at all
 */
export function validityConflict(
  texts: ThreeTexts,
  merged: Findings,
  sides: () => readonly Findings[],
  choices: Choices
): { readonly conflict: Conflict; readonly text: string | null } | null {
  if (merged.size === 0) return null
  const known = sides()
  const found = [...merged].find(([key]) => !known.some((side) => side.has(key)))
  if (!found) return null
  const [, { at, message }] = found
  const decisions = createDecisions(choices)
  const choice = decisions.decide({
    id: '#validity',
    kind: 'validity',
    place: { at, names: [message] },
    ...texts,
    choices: ['merged', 'local', 'remote']
  })
  const [conflict] = decisions.conflicts
  if (!conflict) return null
  return { conflict, text: choice === 'merged' ? null : choice === 'remote' ? texts.remote : texts.local }
}

/** What a schema finds wrong with data. */
export function schemaFindings(schema: Schema | null, data: JsonValue): Findings {
  if (!schema) return new Map()
  return new Map(
    validate(schema, data).map(({ pointer, rule, message }) => [
      `${pointer} ${rule}`,
      { at: pointer, message }
    ])
  )
}
