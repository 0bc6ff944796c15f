import type { ContentPath } from '../../../../common/content/paths'
import type { DocumentSession } from '../documents'
import { PublishActions } from './PublishActions'

interface FormPublishActionsProps {
  readonly session: DocumentSession
  readonly path: ContentPath
}

/** Publishing at the end of a structured document's toolbar. */
export function FormPublishActions({ session, path }: FormPublishActionsProps) {
  return <PublishActions path={path} flush={() => session.flush()} />
}
