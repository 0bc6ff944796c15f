import { checkName, clashKey, isHidden, splitName } from '../../../../common/content/paths'
import { isMisleading, MISLEADING_NAME } from '../../../../common/content/visible-text'
import { GalleyError } from '../../../../common/errors'

/** What is asked for; it decides the extension that is added. */
export type NamedKind = 'page' | 'json' | 'folder' | 'file'

/** The file or folder name that what was typed stands for: `offers` → `offers.html` for a page. */
export function fullName(typed: string, kind: NamedKind): string {
  const name = typed.trim().normalize('NFC')
  if (kind === 'folder' || kind === 'file' || name === '') return name
  const wanted = kind === 'page' ? 'html' : 'json'
  return splitName(name).ext.toLowerCase() === wanted ? name : `${name}.${wanted}`
}

/** What was typed for a file that has a name: without an extension it keeps its own. */
export function withOwnExtension(typed: string, before: string, kind: NamedKind): string {
  const { ext } = splitName(before)
  const name = typed.trim()
  return kind !== 'file' || ext === '' || name === '' || splitName(name).ext !== '' ? typed : `${name}.${ext}`
}

/**
 * Why the name cannot be used (N5), in words; null when it can.
 * @param taken names in the folder, without the one that is being renamed
 */
export function nameProblem(typed: string, kind: NamedKind, taken: Iterable<string>): string | null {
  const name = fullName(typed, kind)
  if (typed.trim() === '') return 'Type a name.'
  const refused = refusal(name)
  if (refused) return refused
  if (isMisleading(name)) return MISLEADING_NAME
  if (isHidden(name)) return 'Names that start with a dot are hidden. Start with a letter or a digit.'
  if (kind === 'file' && splitName(name).ext === '')
    return 'A file needs an extension, for example .html or .json.'
  const key = clashKey(name)
  for (const other of taken) {
    if (other === name) return `“${name}” is already here.`
    if (clashKey(other) === key)
      return `“${other}” is already here and differs only by case. Choose another name.`
  }
  return null
}

/** The name itself when it is free, else `page-copy.html`, `page-copy-2.html` … */
export function copyName(name: string, taken: Iterable<string>): string {
  return freeName(name, taken, (stem, count) => (count === 1 ? `${stem}-copy` : `${stem}-copy-${count}`))
}

/** The name itself when it is free, else `photo-2.jpg`, `photo-3.jpg` … */
export function besideName(name: string, taken: Iterable<string>): string {
  return freeName(name, taken, (stem, count) => `${stem}-${count + 1}`)
}

function freeName(
  name: string,
  taken: Iterable<string>,
  next: (stem: string, count: number) => string
): string {
  const keys = new Set([...taken].map(clashKey))
  if (!keys.has(clashKey(name))) return name
  const { name: stem, ext } = splitName(name)
  for (let count = 1; ; count++) {
    const candidate = next(stem, count) + (ext ? `.${ext}` : '')
    if (!keys.has(clashKey(candidate))) return candidate
  }
}

function refusal(name: string): string | null {
  try {
    checkName(name)
    return null
  } catch (error) {
    return error instanceof GalleyError ? error.message : 'This name cannot be used.'
  }
}
