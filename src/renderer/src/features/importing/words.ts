import type { ItemKind } from '../../../../common/importing/kinds'
import type {
  ImportItem,
  ImportShown,
  ImportState,
  Outcome,
  Verdict
} from '../../../../common/importing/shapes'
import { numberText } from '../../components/formats'

/** How things are called in the wizard. */

export const kindWords: Readonly<Record<ItemKind, readonly [one: string, many: string]>> = {
  document: ['Document', 'Documents'],
  sheet: ['Sheet', 'Sheets'],
  redirects: ['Redirect', 'Redirects'],
  image: ['Image', 'Images'],
  video: ['Video', 'Videos'],
  other: ['Other file', 'Other']
}

export const verdictWords: Readonly<Record<Verdict, string>> = {
  new: 'New',
  same: 'Same',
  changed: 'Changed',
  no: 'Not importable'
}

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  created: 'Created',
  replaced: 'Replaced',
  same: 'Same already',
  kept: 'Left as it was',
  failed: 'Failed'
}

export const count = (number: number): string => numberText(number)

export const items = (number: number): string => `${count(number)} ${number === 1 ? 'item' : 'items'}`

/** What an item is called: the path at its source. */
export function pathOf({ address }: ImportItem, from: string): string {
  const inside = /^(?:live|preview):(.*)$/s.exec(address)?.[1]
  if (inside !== undefined) return inside
  const below = address.startsWith(from) ? address.slice(from.length) : address
  const text = below === '' ? '/' : below
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

/** Where an import takes things from, in words. */
export function sourceWords({ source }: ImportShown): string {
  const { from, environment } = source
  const place = from.replace(/^\//, '')
  return environment === undefined ? place : `${place}, ${environment}`
}

export const stateWords: Readonly<Record<ImportState, string>> = {
  listing: 'Listing',
  listed: 'Not checked yet',
  checking: 'Checking',
  checked: 'Checked, not run yet',
  running: 'Running',
  paused: 'Paused',
  validating: 'Comparing',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed'
}

/** `2 min 10 s left` */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s left`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
