import type { ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import { openTool } from '../../workbench/workbench'
import { wantState } from './site/wanted-state'

/**
 * Shows what is published of a path: pages and media in a tab of the site, the JSON of structured documents
 * and sheets in a dialog.
 * @param kind as the list of what is published tells it
 */
export function lookAt(path: ContentPath, environment: Environment, kind: string): void {
  if (kind === 'structured' || kind === 'json') {
    void import('./PublishedView').then(({ showPublished }) =>
      showPublished(path, environment, kind === 'structured')
    )
    return
  }
  wantState(path, environment)
  openTool('site', path)
}
