import { openDocument } from '../../workbench/workbench'
import { lookAt as lookAtPublished } from '../publishing'
import { lookAt } from '../../documents/for-now'
import type { PublishedEntry } from '../../engines/tree/published-folders'
import type { Row } from '../../engines/tree/rows'
import { setExpanded } from '../../engines/tree/tree-store'

/**
 * What Enter and a double click do: a folder opens or closes, a file is shown in a tab that stays; of what is
 * gone, what is published.
 */
export function openRow({ kind, entry, expanded }: Extract<Row, { kind: 'entry' | 'gone' }>): void {
  if (entry.kind === 'folder') setExpanded(entry.path, !expanded)
  else if (kind === 'gone') lookAtGone(entry)
  else openDocument(entry.path)
}

/** What one click does: as `openRow`, but the tab of a file is there until the next one is clicked. */
export function lookAtRow(row: Extract<Row, { kind: 'entry' | 'gone' }>): void {
  if (row.kind === 'entry' && row.entry.kind === 'file') lookAt(row.entry.path)
  else openRow(row)
}

/** What is still published of a file that is not here any more. */
export function lookAtGone({ path, live, published }: PublishedEntry): void {
  lookAtPublished(path, live ? 'live' : 'preview', published)
}
