import { bounds, isBeyondBounds, tooComplex } from '../bounds'
import { createDecisions, openConflicts, type Choice, type Choices, type Conflict } from './core/conflict'
import { stopOf } from './core/stop'
import type { ThreeTexts } from './core/validity'
import { formatOf } from './files'
import { result, type MergeKind, type MergeOptions, type TextsMerge } from './core/outcome'
import { keepsSpelling } from './json/read'
import { formats } from './table'
import { mergeText } from './text/merge'

export interface ThreeFiles {
  /** Extension without dot. */
  readonly ext: string
  /** Null when there is no state that both come from. */
  readonly base: Uint8Array | null
  readonly local: Uint8Array
  readonly remote: Uint8Array
}

export interface FileMerge {
  readonly kind: MergeKind
  /** What the file becomes; where conflicts are open it holds the local side (MG6). */
  readonly bytes: Uint8Array
  readonly conflicts: readonly Conflict[]
  readonly open: number
  /** A sentence, where the file was not taken apart since it is beyond a bound (MG7). */
  readonly beyond?: string
}

/**
 * Merges three states of a file (MG1 … MG8): of texts as `mergeTexts` does; what is no text, or has no common
 * state, is one conflict as a whole.
 * @throws GalleyError cancelled when the caller stops it
 */
export function mergeFiles(files: ThreeFiles, options: MergeOptions = {}): FileMerge {
  const { base, local, remote } = files
  if (sameBytes(local, remote) || (base && sameBytes(base, remote))) return unchanged(local)
  if (base && sameBytes(base, local)) return unchanged(remote)
  const texts = base && textsOf(base, local, remote)
  if (!texts) return wholeMerge(files, options.choices ?? new Map())
  const { text, ...merged } = mergeTexts(files.ext, texts, options)
  return { ...merged, bytes: new TextEncoder().encode(text) }
}

const unchanged = (bytes: Uint8Array): FileMerge => ({ kind: 'same', bytes, conflicts: [], open: 0 })

/**
 * The one merge behind every door (MG8): three texts of a file, as what it is: sheets, JSON, a structured
 * document, a page, a text. What cannot be read so is merged line by line where no lines meet, and is else
 * one conflict as a whole (MG7).
 * @throws GalleyError cancelled when the caller stops it
 */
export function mergeTexts(ext: string, texts: ThreeTexts, options: MergeOptions = {}): TextsMerge {
  const { base, local, remote } = texts
  const choices = options.choices ?? new Map<string, Choice>()
  if (local === remote || base === remote) return result('same', local, [])
  if (base === local) return result('same', remote, [])
  try {
    const merged = formats[formatOf(ext)].merge(texts, options) ?? byLines(ext, texts, options)
    if (merged) requireFewConflicts(merged.conflicts)
    return merged ?? wholeText(texts, choices)
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    // beyond the bounds (X5): nothing of it is taken apart
    return byLines(ext, texts, options) ?? { ...wholeText(texts, choices), beyond: error.message }
  }
}

/** By the lines alone; null where they meet, or where JSON would be none any more. */
function byLines(ext: string, texts: ThreeTexts, options: MergeOptions): TextsMerge | null {
  const { text, conflicts } = mergeText(texts, new Map(), stopOf(options))
  if (conflicts.length > 0) return null
  return formatOf(ext) === 'json' && !keepsSpelling(texts, text) ? null : result('text', text, [])
}

/**
 * So many choices nobody makes one by one, and what they are about is shown at once.
 * @throws GalleyError too-complex
 */
function requireFewConflicts(conflicts: readonly Conflict[]): void {
  const what = 'What both sides have changed in this file'
  const most = bounds.merge
  if (conflicts.length > most.conflicts)
    throw tooComplex({ what, of: 'conflicts', bound: most.conflicts, found: conflicts.length })
  let characters = 0
  for (const { base, local, remote } of conflicts)
    for (const value of [base, local, remote])
      characters += typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)
  if (characters > most.characters)
    throw tooComplex({ what, of: 'characters in conflicts', bound: most.characters, found: characters })
}

/** What is chosen of a file that is one side or the other. */
interface WholeChoice {
  /** What the file becomes; the local side while nothing is chosen. */
  readonly side: 'base' | 'local' | 'remote'
  readonly conflicts: readonly Conflict[]
  readonly open: number
}

/**
 * The whole file, one side or the other; the sides themselves are not in the conflict, since they may be
 * large or no text.
 * @param hasBase whether the state that both come from is at hand
 */
export function chooseWhole(hasBase: boolean, choices: Choices): WholeChoice {
  const decisions = createDecisions(choices)
  const choice = decisions.decide({
    id: '#file',
    kind: 'file',
    place: { at: '', names: [] },
    base: undefined,
    local: undefined,
    remote: undefined,
    choices: hasBase ? ['local', 'remote', 'base'] : ['local', 'remote']
  })
  const { conflicts } = decisions
  const side = choice === 'remote' || (choice === 'base' && hasBase) ? choice : 'local'
  return { side, conflicts, open: openConflicts(conflicts) }
}

/**
 * A file that is one conflict as a whole.
 * @param beyond a sentence, where it is so since it is beyond a bound
 */
export function wholeMerge(
  { base, local, remote }: Pick<ThreeFiles, 'base' | 'local' | 'remote'>,
  choices: Choices,
  beyond?: string
): FileMerge {
  const { side, ...whole } = chooseWhole(base !== null, choices)
  const bytes = { base: base ?? local, local, remote }[side]
  return { kind: 'whole', bytes, ...whole, ...(beyond !== undefined && { beyond }) }
}

function wholeText(texts: ThreeTexts, choices: Choices): TextsMerge {
  const { side, ...whole } = chooseWhole(true, choices)
  return { kind: 'whole', text: texts[side], ...whole }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** Null when one of them is no UTF-8 text, or holds what no text holds. */
function textsOf(base: Uint8Array, local: Uint8Array, remote: Uint8Array): ThreeTexts | null {
  try {
    const [b = '', l = '', r = ''] = [base, local, remote].map((bytes) =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    )
    return [b, l, r].some((text) => text.includes('\0')) ? null : { base: b, local: l, remote: r }
  } catch {
    return null
  }
}
