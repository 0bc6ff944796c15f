import type { ContentPath } from '../../../../../common/content/paths'
import type { Token } from '../../../../../common/formats/page/tokens'
import { placeholderText } from '../../../../../common/publishing/placeholders'
import type { TokenValue } from '../../../engines/page/tokens/token-drawing'
import { tree } from '../../../engines/tree/tree-store'
import { iconFolder, iconNames, iconPath, iconPicture } from './site-icons'
import { placeholdersOf, sheetFor } from './site-placeholders'
import { words } from './words'

/** What a token of a page stands for, as far as its site is known (VE25). */
export const tokenValue = (page: ContentPath, { kind, name }: Pick<Token, 'kind' | 'name'>): TokenValue =>
  kind === 'icon' ? iconValue(page, name) : placeholderValue(page, name)

function placeholderValue(page: ContentPath, name: string): TokenValue {
  const sheet = sheetFor(tree(), page)
  if (sheet === undefined) return null
  if (sheet === null) return { kind: 'unknown', why: words.noSheet(name) }
  const placeholders = placeholdersOf(sheet)
  if (!placeholders) return null
  const text = placeholderText(placeholders, name)
  return text === null ? { kind: 'unknown', why: words.noKey(name) } : { kind: 'words', text }
}

/** A site without a folder of icons has them elsewhere: of its icons nothing can be said. */
function iconValue(page: ContentPath, name: string): TokenValue {
  if (tree().folders.get(iconFolder(page))?.status !== 'ready') return null
  const path = iconPath(page, name)
  if (!iconNames(tree(), page).includes(name.toLowerCase()))
    return { kind: 'unknown', why: words.noIcon(name) }
  const url = iconPicture(path)
  return url === undefined || url === '' ? null : { kind: 'picture', url }
}
