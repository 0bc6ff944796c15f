export {
  documentAt,
  draftStore,
  flushAll,
  hasUnsaved,
  leaveAll,
  onDocumentClosed,
  openDocumentAt,
  subscribeDocuments
} from './registry'
export { worst, type WordsKept } from './draft-keeper'
export { keptOnClosing, keptWords } from './kept-words'
export { useDocument, useDraftRecovery, useOpenDocument, useRevision, useSaveStatus } from './useDocument'
export { decodeText } from '../../../common/formats/text/encoding'
export { perDocument } from './per-document'
export { bringBack } from './bring-back'
export { atStart, nameTo, SOMEONE, YOU } from './people'
export { touches } from './touches'
export type { DocumentSession } from './session'
export type { DocumentSnapshot, Notice, Question } from './snapshot'
export { isUnsaved, type SaveStatus } from './status'
