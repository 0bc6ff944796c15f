import type { EditorProps } from 'prosemirror-view'
import type { PageContext } from '../context'
import { blockView } from './block-view'
import { cellView, rowView } from './grid-views'
import { imageView } from './image-view'
import { inlineIslandView, islandView } from './island-view'
import { linkView } from './link-view'
import { sectionView } from './section-view'
import { tableView } from '../tables/table-view'

/** How the nodes of a page are drawn that need more than an element of their own. */
export const nodeViews = (context: PageContext): NonNullable<EditorProps['nodeViews']> => ({
  section: sectionView(context),
  block: blockView(context),
  row: rowView(context),
  table: tableView(context),
  cell: cellView,
  island: islandView,
  inline_island: inlineIslandView,
  image: imageView(context)
})

export const markViews: NonNullable<EditorProps['markViews']> = { link: linkView }
