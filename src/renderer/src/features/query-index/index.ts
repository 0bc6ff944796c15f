import { DEFINITION_FILE } from '../../../../common/query-index/definition-file'
import { segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { lazyView } from '../../components/lazy-view'

/** Beside the text of a site's query-index definition: the rows that it makes. */
export const QueryIndexPane = lazyView(() =>
  import('./QueryIndexPane').then((module) => module.QueryIndexPane)
)

/** Whether a file is the query-index definition of its site (U3). */
export function isIndexDefinition(path: ContentPath): boolean {
  const [, , name, ...more] = segmentsOf(path)
  return name === DEFINITION_FILE && more.length === 0
}
