import { digest } from 'lib0/hash/sha256'
import { encodeUtf8 } from 'lib0/string'
import type { JsonValue } from '../../json/value'
import type { Field } from '../../schema'
import { wellFormed } from '../flat/formats'
import { carried } from '../source/carried'
import { fineEdits, oneEdit, type FineEdit } from '../source/fine-edits'
import { memberOf } from './cells'
import { isLater, type Entry, type Spot } from './entries'
import { kindIn, valueIn } from './form-values'
import { covering, CUT, cutsIn, keptRun, letterPlace, lettersOf, shownBetween, type Letters } from './letters'
import type { Write } from './overlay'

/** Below a value its letters are set by this and what they began with. */
const LETTERS = '*'

/** The letters of what was there before anybody set it. */
const OF_SEED = `${LETTERS}0`

/** A run grows to so many letters as they are typed: all of it is told with each key. */
const LONGEST_RUN = 64

/** Whether what is written in a field is written letter by letter, by its schema. */
export const isLongText = (field: Field | null): boolean => field?.kind === 'string' && field.multiline

/** A text of a form that is written in letter by letter, as it is now. */
export interface FormText {
  readonly text: string
  readonly letters: Letters
  /** What they are set below. */
  readonly name: string
  /** Somebody who knows of no letters has set all of it: whoever writes letters begins with what it is now. */
  readonly isSet: boolean
  /** Of the next one that begins with something else than this. */
  readonly next: number
}

/** What letters begin with where somebody has set all of a text, knowing of letters. */
interface Beginning {
  readonly text: string
  readonly count: number
}

/** How a beginning is kept: its number is `g`; its text is `v`, which an older window, that knows of no letters, reads as the value. */
export const keptBeginning = (text: string, count: number) => ({ v: wellFormed(text), g: count })

/** Null for a value that begins none. */
export function beginningIn(value: unknown): Beginning | null {
  const [text, count] = [memberOf(value, 'v'), memberOf(value, 'g')]
  const isOne =
    typeof text === 'string' && typeof count === 'number' && Number.isSafeInteger(count) && count > 0
  return isOne ? { text: wellFormed(text), count } : null
}

/** The number of what letters begin with next, at a place where these are set. */
export const nextBeginning = (all: readonly Entry[]): number =>
  all.reduce((next, { value }) => Math.max(next, (beginningIn(value)?.count ?? 0) + 1), 1)

/** Whether there are letters of a value. */
export function hasLetters(spot: Spot | undefined): boolean {
  for (const name of spot?.below?.keys() ?? []) if (name.startsWith(LETTERS)) return true
  return false
}

/**
 * The text at a place of a form; null where there is none that has letters. Where somebody who knows nothing of
 * letters has set all of it, what that changed is done in the letters.
 * @param seed what was there before anybody set it
 * @param all what everybody has set there as a whole
 */
export function textOf(
  seed: JsonValue | undefined,
  all: readonly Entry[],
  spot: Spot | undefined
): FormText | null {
  let [begun, set]: [Entry | null, Entry | null] = [null, null]
  for (const entry of all) {
    const beginning = beginningIn(entry.value)
    if (beginning && (!begun || isLater(entry, begun))) begun = entry
    if (!beginning && (!set || isLater(entry, set))) set = entry
  }
  if (set && begun && isLater(begun, set)) set = null
  if (set && kindIn(set)) return null
  const beginning = begun && beginningIn(begun.value)
  const first = beginning
    ? beginning.text
    : seed === undefined || typeof seed === 'string'
      ? (seed ?? '')
      : null
  if (first === null) return null
  const name = beginning ? `${LETTERS}${beginning.count}.${signOf(beginning.text)}` : OF_SEED
  const letters = lettersOf(first, spot?.below?.get(name))
  const next = nextBeginning(all)
  if (!set) return { text: letters.text, letters, name, isSet: false, next }
  const whole = valueIn(set) ?? ''
  if (typeof whole === 'object') return null
  return { text: carried(first, String(whole), letters.text), letters, name, isSet: true, next }
}

/** Whoever writes: where it goes, and ids of their own. */
interface Writing {
  readonly write: Write
  readonly newId: () => string
  /** Whose it is. */
  readonly own: string
  /** Whether what is set now is of the same step as this. */
  readonly isOfStep: (entry: Entry) => boolean
}

/**
 * Writes what somebody has made of a text.
 * @param path of the value @param spot of the value @param now what it is
 */
export function writeText(
  writing: Writing,
  { path, spot, now }: { readonly path: string; readonly spot: Spot | undefined; readonly now: FormText },
  after: string
): void {
  if (after === now.text) return
  if (now.isSet) {
    const kept = keptBeginning(now.text, now.next)
    writing.write('=', `${path}~${writing.own}`, kept)
    const begun = { ...now, letters: lettersOf(now.text, undefined), isSet: false }
    const name = `${LETTERS}${kept.g}.${signOf(kept.v)}`
    return writeEdits(
      writing,
      { path: `${path}/${name}`, spot: spot?.below?.get(name), now: begun.letters },
      after
    )
  }
  writeEdits(
    writing,
    { path: `${path}/${now.name}`, spot: spot?.below?.get(now.name), now: now.letters },
    after
  )
}

function writeEdits(
  writing: Writing,
  { path, spot, now }: { readonly path: string; readonly spot: Spot | undefined; readonly now: Letters },
  after: string
): void {
  const { write, newId, own, isOfStep } = writing
  const cuts = new Map<string, number[]>()
  let { top } = now
  for (const { from, to, added } of editsBetween(now.text, after)) {
    for (const { run, from: first, to: last } of shownBetween(now, from, to))
      cuts.set(run, [...(cuts.get(run) ?? []), first, last])
    if (added === '') continue
    const place = letterPlace(now, from)
    const run = now.runs.get(place.run)
    const isEnd = run?.entry && place.at === run.text.length && isOfStep(run.entry)
    const isFree = ![...now.runs.values()].some(({ behind, at }) => behind === place.run && at >= place.at)
    if (
      run &&
      isEnd &&
      isFree &&
      place.run.startsWith(`${own}-`) &&
      run.text.length + added.length <= LONGEST_RUN
    )
      write('=', `${path}/${place.run}`, keptRun({ ...run, text: run.text + added }))
    else
      write('=', `${path}/${newId()}`, keptRun({ text: added, behind: place.run, at: place.at, rank: ++top }))
  }
  for (const [run, ends] of cuts) {
    const known = cutsIn(spot?.below?.get(run)?.below?.get(CUT + own)?.value)
    write('=', `${path}/${run}/${CUT}${own}`, covering([known, ends]))
  }
}

/** What leads from one text to the other; of letters that were only put in, or only taken away, just that. */
function editsBetween(before: string, after: string): readonly FineEdit[] {
  const edit = oneEdit(before, after)
  return edit.from === edit.to || edit.added === '' ? [edit] : fineEdits(before, after)
}

/** Short, and the same for the same text everywhere. */
const signOf = (text: string): string => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = digest(encodeUtf8(text))
  return [a, b, c, d, e].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
