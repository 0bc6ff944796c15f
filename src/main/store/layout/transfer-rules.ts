import type { ContentPath } from '../../../common/content/paths'
import { isWithin, ROOT, segmentsOf } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'

/**
 * What may be moved or copied where, as far as the paths tell (S4).
 * @throws bad-request · across-orgs · into-itself
 */
export function checkTransfer(from: ContentPath, to: ContentPath): void {
  if (from === ROOT || to === ROOT)
    throw new GalleyError('bad-request', 'The workspace itself cannot be moved or copied.')
  if (segmentsOf(from)[0] !== segmentsOf(to)[0]) {
    throw new GalleyError(
      'across-orgs',
      'Files stay in their organization. Export them and import them there.',
      { where: to }
    )
  }
  if (isWithin(to, from)) {
    throw new GalleyError(
      'into-itself',
      'Something cannot be moved or copied into itself. Choose another place.',
      { where: to }
    )
  }
}

/**
 * Edits and moves that may be one change (W14).
 * @throws bad-request: a path that is named twice, or moves that touch each other · as `checkTransfer`
 */
export function checkChange(
  edits: readonly { readonly path: ContentPath }[],
  moves: readonly { readonly from: ContentPath; readonly to: ContentPath }[]
): void {
  const seen = new Set<ContentPath>()
  for (const { path } of edits) {
    if (seen.has(path))
      throw new GalleyError('bad-request', 'A file is changed twice in one change.', { where: path })
    seen.add(path)
  }
  for (const [at, { from, to }] of moves.entries()) {
    checkTransfer(from, to)
    for (const other of moves.slice(0, at))
      for (const mine of [from, to])
        for (const theirs of [other.from, other.to])
          if (isWithin(mine, theirs) || isWithin(theirs, mine))
            throw new GalleyError('bad-request', 'Two moves of one change are about the same place.', {
              where: mine
            })
  }
}
