import { createTwoFilesPatch } from 'diff'
import { performDiff } from '../compare'
import type { FormatName } from '../formats/files'

/** What makes one text of another. */
export interface Difference {
  /** One line in the words of the format; empty where nothing changed. */
  readonly summary: string
  /** A patch in unified form; null where it would take too long. */
  readonly patch: string | null
}

/** Milliseconds. */
const PATIENCE = 5_000

/** @throws GalleyError too-large · too-complex */
export function differenceOf(before: string, after: string, format: FormatName): Difference {
  if (before === after) return { summary: '', patch: '' }
  const patch = createTwoFilesPatch('before', 'after', before, after, undefined, undefined, {
    context: 3,
    timeout: PATIENCE
  })
  const summary = performDiff({ kind: 'summary', before, after, format, schema: null })
  return { summary, patch: patch === undefined ? null : patch.slice(patch.indexOf('\n') + 1) }
}
