import type * as Y from 'yjs'
import type { RoomKind } from '../epoch'
import { SharedData } from './shared-data'
import { SharedFields } from './shared-fields'
import { SharedPage } from './shared-page'
import { SharedText } from './shared-text'

/** What is written in together. */
export type Shared = SharedPage | SharedData | SharedFields | SharedText

/** @param doc holds a document of this kind */
export const sharedIn = (kind: RoomKind, doc: Y.Doc): Shared =>
  kind === 'page'
    ? new SharedPage(doc)
    : kind === 'data'
      ? new SharedData(doc)
      : kind === 'form'
        ? new SharedFields(doc)
        : new SharedText(doc)
