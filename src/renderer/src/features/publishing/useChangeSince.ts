import { useEffect, useState } from 'react'
import { summariseChange } from '../../../../common/compare'
import { formatOfPath, hasVersions } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import { api } from '../../api'
import { readPublished } from './published-state'

/** Contents that are too large to be told of in passing, bytes. */
const MOST = 1_000_000

/**
 * One line about what publishing would change for readers, in the words of the file's kind. Empty while it is
 * not known, when it is too much to tell in passing, and for what is no text.
 * @param key changes when either side does
 */
export function useChangeSince(
  path: ContentPath,
  environment: Environment,
  wanted: boolean,
  key: string
): string {
  const [told, setTold] = useState<{ readonly key: string; readonly line: string } | null>(null)
  useEffect(() => {
    if (!wanted || !hasVersions(splitName(nameOf(path)).ext)) return
    let current = true
    Promise.all([readPublished(path, environment), api.read(path)]).then(
      ([before, { bytes }]) => {
        if (!current || before.length + bytes.length > MOST) return
        const text = (one: Uint8Array) => new TextDecoder().decode(one)
        setTold({ key, line: summariseChange(formatOfPath(path), text(before), text(bytes)) })
      },
      // the list of states says enough; the comparison tells why it cannot be read
      () => undefined
    )
    return () => {
      current = false
    }
  }, [path, environment, wanted, key])
  return told?.key === key ? told.line : ''
}
