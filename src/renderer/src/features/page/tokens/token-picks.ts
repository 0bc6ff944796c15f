import type { ContentPath } from '../../../../../common/content/paths'
import { writtenToken, type TokenKind } from '../../../../../common/formats/page/tokens'
import { insteadOf } from '../../../engines/page/slash/asking'
import type { PageSurface } from '../../../engines/page/surface'
import { putToken } from '../../../engines/page/tokens/put-token'
import { tree } from '../../../engines/tree/tree-store'
import { best, fit } from '../../palette'
import type { Pick } from '../slash/pick'
import { iconNames } from './site-icons'
import { placeholdersOf, sheetFor } from './site-placeholders'
import { words } from './words'

const MOST = 40
const SHOWN = 100

/** What `{{` and `:` offer: the placeholders of the site by their keys and words, or its icons. */
export function tokenPicks(kind: TokenKind, query: string, page: ContentPath, surface: PageSurface): Pick[] {
  const named = kind === 'icon' ? iconNames(tree(), page).map((name) => [name, ''] as const) : keysOf(page)
  const found = best(named, ([name, text]) => fit(query, name, text), MOST)
  return found.flatMap(([name, text]): Pick[] => {
    // a key that no text can hold is nobody's choice
    const written = writtenToken(kind, name)
    if (written === null) return []
    return [
      {
        id: `${kind} ${name}`,
        title: name,
        detail: text.slice(0, SHOWN),
        group: kind === 'icon' ? words.icons : words.placeholders,
        take: (asked) => void surface.run(insteadOf(asked, putToken(written)))
      }
    ]
  })
}

function keysOf(page: ContentPath): readonly (readonly [string, string])[] {
  const sheet = sheetFor(tree(), page)
  const placeholders = sheet ? placeholdersOf(sheet) : undefined
  return placeholders ? [...placeholders.texts] : []
}
