import { clientCases } from './cases/clients'
import { conditionCases } from './cases/conditions'
import { configCases } from './cases/config'
import { holdCases } from './cases/holds'
import { importCases } from './cases/imports'
import { listCases } from './cases/lists'
import { momentCases } from './cases/moments'
import { pathCases } from './cases/paths'
import { publishingCases } from './cases/publishing'
import { publishingCheckCases } from './cases/publishing-check'
import { publishingAnswerCases } from './cases/publishing-answers'
import { queryIndexCases } from './cases/query-index'
import { searchCases } from './cases/search'
import { sourceCases } from './cases/source'
import { transferCases } from './cases/transfers'
import { trashCases } from './cases/trash'
import { uploadCases } from './cases/uploads'
import { versionCases } from './cases/versions'
import { workspaceCases } from './cases/workspace'
import type { Transport } from './transport'

/** The whole contract. To be called inside a `describe` that names the transport. */
export function contractSuite(open: () => Promise<Transport>): void {
  sourceCases(open)
  uploadCases(open)
  conditionCases(open)
  listCases(open)
  pathCases(open)
  versionCases(open)
  configCases(open)
  publishingCases(open)
  publishingAnswerCases(open)
  publishingCheckCases(open)
  queryIndexCases(open)
  importCases(open)
  trashCases(open)
  transferCases(open)
  workspaceCases(open)
  momentCases(open)
  searchCases(open)
  holdCases(open)
  clientCases(open)
}

/** What another way between client and service can spoil: bytes, ETags, addresses, errors and the typed clients. */
export function contractPart(open: () => Promise<Transport>): void {
  sourceCases(open)
  conditionCases(open)
  pathCases(open)
  clientCases(open)
}
