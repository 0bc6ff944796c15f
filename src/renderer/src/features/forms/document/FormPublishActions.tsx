import type { ContentPath } from '../../../../../common/content/paths'
import type { DocumentSession } from '../../../documents'
import { formOf } from './open-forms'
import { PublishActions } from '../../publishing'

interface FormPublishActionsProps {
  readonly session: DocumentSession
  readonly path: ContentPath
}

/** Publishing at the end of a structured document's toolbar. */
export function FormPublishActions({ session, path }: FormPublishActionsProps) {
  const unfinished = () =>
    formOf(session).json.trouble === null
      ? null
      : 'The JSON that you typed is not part of the document, because it is not right yet. Readers would get the data from before.'
  return <PublishActions path={path} flush={() => session.flush()} unfinished={unfinished} />
}
