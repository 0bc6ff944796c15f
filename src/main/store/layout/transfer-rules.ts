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
