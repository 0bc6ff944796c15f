import { GalleyError } from '../../../../common/errors'
import { parseConfig } from '../../../../common/formats/sheet/config-format'

export interface ConfigProblem {
  readonly message: string
  /** JSON Pointer of the place. */
  readonly where: string
}

/** Why a config could not be saved as it is (C1, P5, entries of `editor.path`); null when it could. */
export function problemOf(text: string): ConfigProblem | null {
  try {
    parseConfig(text)
    return null
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    return { message: error.message, where: error.where ?? '' }
  }
}

/** A place in a config in words: `/permissions/data/2/actions` → `permissions, row 3, actions`. */
export function placeInWords(where: string): string {
  const parts = where
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
  const data = parts.indexOf('data')
  const row = data < 0 ? undefined : parts[data + 1]
  const column = data < 0 ? undefined : parts[data + 2]
  const sheet = parts.slice(0, data < 0 ? parts.length : data)
  return [
    ...sheet,
    ...(row === undefined ? [] : [`row ${Number(row) + 1}`]),
    ...(column === undefined ? [] : [column])
  ].join(', ')
}
