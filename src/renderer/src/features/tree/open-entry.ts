import { openDocument } from '../../app/workbench'
import { lookAt } from '../publishing/look-at'
import type { PublishedEntry } from './published-folders'
import type { Row } from './rows'
import { setExpanded } from './tree-store'

/** What Enter and a double click do: a folder opens or closes, a file is shown in a tab; of what is gone, what is published. */
export function openRow({ kind, entry, expanded }: Extract<Row, { kind: 'entry' | 'gone' }>): void {
  if (entry.kind === 'folder') setExpanded(entry.path, !expanded)
  else if (kind === 'gone') lookAtGone(entry)
  else openDocument(entry.path)
}

/** What is still published of a file that is not here any more. */
export function lookAtGone({ path, live, published }: PublishedEntry): void {
  lookAt(path, live ? 'live' : 'preview', published)
}
