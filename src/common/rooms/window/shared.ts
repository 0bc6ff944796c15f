import type * as Y from 'yjs'
import type { RoomKind } from '../epoch'
import { SharedPage } from './shared-page'
import { SharedText } from './shared-text'

/** What is written in together. */
export type Shared = SharedPage | SharedText

/** @param doc holds a document of this kind */
export const sharedIn = (kind: RoomKind, doc: Y.Doc): Shared =>
  kind === 'page' ? new SharedPage(doc) : new SharedText(doc)
