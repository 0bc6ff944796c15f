import { contentPath } from '../../../../common/content/paths'
import type { SearchFound, SearchHit } from '../../../../common/search/answer'
import { goTo } from '../../documents/go-to'
import { reveal } from '../../engines/tree/tree-store'
import { openDocument, openTool } from '../../workbench/workbench'

/** Opens what was found, at a place of it where that is one of its source; a config in its editor (FI8). */
export function openFound({ path: told, kind }: SearchHit, place: SearchFound | undefined): void {
  const path = contentPath(told)
  if (kind === 'config') return openTool('config', path)
  const at = place?.at
  if (at) goTo(path, at)
  else openDocument(path)
  void reveal(path)
}
